import { createHash } from 'node:crypto'
import { appendFile, cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  applyMigrations,
  openDatabase,
  readMigrations,
  serverSecret,
} from '#server/platform/postgres/index.ts'
import { createSecretBox } from '#server/platform/secrets/secret-box.ts'
import { backUp, backupsFolder, digestsOf, migrationsFolder, queryOnce, restore } from '../../kit/backup.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../kit/database.ts'
import { openRows } from '../../kit/rows.ts'
import { TEST_SECRET_KEY } from '../../kit/secret-key.ts'
import { useStarted } from '../../kit/use-started.ts'

const rows = useStarted(openRows)
let source: string
let folder: string
let complete: string
beforeAll(async () => {
  source = rows.url
  const { pool } = rows.database
  await serverSecret({ pool, box: createSecretBox(TEST_SECRET_KEY) }, 'signals')
  const [asha, ben] = [await rows.member(), await rows.member()]
  const conversationId = await rows.conversation(asha, ben)
  await pool.query(
    `INSERT INTO message (id, conversation_id, sender_id, body)
     SELECT gen_random_uuid(), $1, $2, 'Message ' || n FROM generate_series(1, 500) n`,
    [conversationId, asha],
  )
  folder = await backupsFolder()
  complete = (await backUp(source, folder)).path
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

let target: TestDatabase
let copy: string
beforeEach(async () => {
  target = await createEmptyDatabase()
  copy = await mkdtemp(join(tmpdir(), 'rapport-copy-'))
  await cp(complete, copy, { recursive: true })
})
afterEach(async () => {
  await target[Symbol.asyncDispose]()
  await rm(copy, { recursive: true })
})

const objects = () =>
  queryOnce(target.url, `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`)
const start = (url: string) => applyMigrations({ url, directory: migrationsFolder })

/** Changes the manifest as a person could who also corrects its digest. */
async function changeManifest(change: (content: Record<string, unknown>) => object) {
  const text = JSON.stringify(change(JSON.parse(await readFile(join(copy, 'manifest.json'), 'utf8'))))
  await writeFile(join(copy, 'manifest.json'), text)
  const digest = createHash('sha256').update(text).digest('hex')
  await writeFile(join(copy, 'manifest.json.sha256'), `${digest}  manifest.json\n`)
}

describe('a restore', () => {
  it.each<[string, () => Promise<unknown>, string]>([
    [
      'a missing file',
      () => rm(join(copy, 'message.copy.zst')),
      'message.copy.zst of this backup is missing',
    ],
    ['a truncated file', () => truncate(join(copy, 'message.copy.zst'), 900), 'has 900 bytes instead of'],
    [
      'a file with one changed byte',
      async () => {
        const file = join(copy, 'message.copy.zst')
        const bytes = await readFile(file)
        const middle = Math.floor(bytes.length / 2)
        bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
        await writeFile(file, bytes)
      },
      'message.copy.zst',
    ],
    [
      'a file with another checksum than the manifest says',
      () =>
        changeManifest((content) => ({
          ...content,
          tables: (content.tables as { name: string }[]).map((table) =>
            table.name === 'user' ? { ...table, sha256: '0'.repeat(64) } : table,
          ),
        })),
      'The checksum of user.copy.zst differs',
    ],
    [
      'a file with another number of rows than the manifest says',
      () =>
        changeManifest((content) => ({
          ...content,
          tables: (content.tables as { name: string }[]).map((table) =>
            table.name === 'message' ? { ...table, rows: 499 } : table,
          ),
        })),
      'message.copy.zst has 500 rows, and the manifest says 499',
    ],
    [
      'a changed manifest',
      () => appendFile(join(copy, 'manifest.json'), ' '),
      'manifest.json does not match manifest.json.sha256',
    ],
    ['a backup without a manifest', () => rm(join(copy, 'manifest.json')), 'There is no complete backup in'],
    [
      'another format',
      () => changeManifest((content) => ({ ...content, format: 2 })),
      'has format 2, and this version reads format 1',
    ],
    [
      'SQL in the name of a table',
      () =>
        changeManifest((content) => ({
          ...content,
          partitions: [{ name: 'a', table: 'b"; --', bound: 'DEFAULT' }],
        })),
      'manifest.json has a wrong value at partitions.0.table',
    ],
    [
      'a backup of a newer version',
      () =>
        changeManifest((content) => ({
          ...content,
          version: '9.0.0',
          migrations: [{ name: '29990101000000_later', checksum: '0'.repeat(64) }],
        })),
      'of a newer version (9.0.0, with the migration 29990101000000_later)',
    ],
    [
      'migrations that were edited since',
      () =>
        changeManifest((content) => ({
          ...content,
          migrations: (content.migrations as object[]).map((one) => ({ ...one, checksum: '0'.repeat(64) })),
        })),
      'differs from the one of this backup',
    ],
  ])('refuses %s before it changes anything', async (_, damage, reason) => {
    await damage()
    await expect(restore(copy, target.url)).rejects.toThrow(reason)
    expect(await objects()).toEqual([])
  })

  it.each([
    [
      'another SECRET_KEY',
      'another-key-that-is-long-enough-for-the-check',
      'SECRET_KEY does not match this backup',
    ],
    ['a missing SECRET_KEY', null, 'A restored database needs the SECRET_KEY'],
  ])('fails with %s before it changes anything', async (_, secretKey, reason) => {
    await expect(restore(copy, target.url, { secretKey })).rejects.toThrow(reason)
    expect(await objects()).toEqual([])
  })

  it('refuses a database that has a table, a type or members of its own, and changes nothing', async () => {
    for (const statement of ['CREATE TABLE notes (id int)', "CREATE TYPE mood AS ENUM ('fine')"]) {
      const taken = await createEmptyDatabase()
      await queryOnce(taken.url, statement)
      await expect(restore(copy, taken.url)).rejects.toThrow('This database is not empty.')
      await taken[Symbol.asyncDispose]()
    }
    const used = await createTestDatabase()
    await expect(restore(copy, used.url)).rejects.toThrow('This database is not empty.')
    expect(await start(used.url)).toEqual([])
    await used[Symbol.asyncDispose]()
  })
})

describe('a restore that ends early', () => {
  it('leaves the database empty when it ends in the middle of the rows, and can be repeated', async () => {
    const kills: Promise<unknown>[] = []
    const killed = restore(copy, target.url, {
      onProgress({ step, table }) {
        if (step === 'restore' && table === 'message') {
          const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = $1 AND pid <> pg_backend_pid()`
          kills.push(queryOnce(source, kill, [new URL(target.url).pathname.slice(1)]))
        }
      },
      finish: () => new Promise(() => undefined),
    })
    await expect(killed).rejects.toThrow()
    // A late statement would end the connections of the checks below.
    await Promise.all(kills)
    expect(await objects()).toEqual([{ relname: 'unfinished_restore' }])
    await expect(start(target.url)).rejects.toThrow('A restore into this database did not finish.')
    await expect(backUp(target.url, folder)).rejects.toThrow('no tables')
    await restore(copy, target.url)
    expect(await digestsOf(target.url)).toEqual(await digestsOf(source))
  })

  it('keeps servers from starting when it ends after the rows, and resumes with the same backup only', async () => {
    const failing = restore(copy, target.url, { finish: () => Promise.reject(new Error('the power went')) })
    await expect(failing).rejects.toThrow('the power went')
    await expect(start(target.url)).rejects.toThrow('A restore into this database did not finish.')
    await expect(backUp(target.url, folder)).rejects.toThrow('A restore into this database did not finish.')
    await changeManifest((content) => ({ ...content, version: '0.1.1' }))
    await expect(restore(copy, target.url)).rejects.toThrow('An earlier restore of another backup')
    const finished: string[] = []
    await restore(complete, target.url, { finish: async ({ id }) => void finished.push(id) })
    expect(finished).toHaveLength(1)
    expect(await start(target.url)).toEqual([])
  })

  it('leaves the database empty and without a mark when a row breaks a rule of the database', async () => {
    await queryOnce(source, 'ALTER TABLE message DROP CONSTRAINT message_conversation_id_fkey')
    await queryOnce(source, 'UPDATE message SET conversation_id = gen_random_uuid() WHERE body = $1', [
      'Message 7',
    ])
    const { path } = await backUp(source, folder)
    await expect(restore(path, target.url)).rejects.toThrow('message_conversation_id_fkey')
    expect(await objects()).toEqual([])
  })
})

describe('a backup of an older version', () => {
  it('restores with the migrations it had, and then gets the later ones', async () => {
    const old = await createEmptyDatabase()
    const migrations = await readMigrations(migrationsFolder)
    const directory = await mkdtemp(join(tmpdir(), 'rapport-migrations-'))
    for (const { name } of migrations.slice(0, -2))
      await cp(join(migrationsFolder, name), join(directory, name), { recursive: true })
    await applyMigrations({ url: old.url, directory })
    await queryOnce(
      old.url,
      `INSERT INTO "user" (id, user_name, password_hash, display_name, phone, gender, age)
       VALUES (gen_random_uuid(), 'old@b.example', 'x', 'Asha', '', 'Female', 30)`,
    )
    const { path, manifest } = await backUp(old.url, folder)
    expect(manifest.migrations).toHaveLength(migrations.length - 2)
    await restore(path, target.url, { secretKey: null })
    expect(await start(target.url)).toEqual([])
    expect(await queryOnce(target.url, 'SELECT user_name FROM "user"')).toEqual([
      { user_name: 'old@b.example' },
    ])
    const database = await openDatabase({ url: target.url, poolSize: 1 })
    expect(await database.prisma.user.count({ where: { demo: false } })).toBe(1)
    await database[Symbol.asyncDispose]()
    await old[Symbol.asyncDispose]()
    await rm(directory, { recursive: true })
  })

  it('restores a partitioned table with its partitions', async () => {
    const partitioned = await createEmptyDatabase()
    const directory = await mkdtemp(join(tmpdir(), 'rapport-migrations-'))
    await cp(migrationsFolder, directory, { recursive: true })
    const name = '29990101000000_partitions'
    await cp(join(migrationsFolder, '20261120000000_init'), join(directory, name), { recursive: true })
    await writeFile(
      join(directory, name, 'migration.sql'),
      'CREATE TABLE visit (id int, month int, PRIMARY KEY (id, month)) PARTITION BY RANGE (month)',
    )
    await applyMigrations({ url: partitioned.url, directory })
    await queryOnce(partitioned.url, 'CREATE TABLE visit_1 PARTITION OF visit FOR VALUES FROM (1) TO (2)')
    await queryOnce(partitioned.url, 'INSERT INTO visit SELECT n, 1 FROM generate_series(1, 9) n')
    const { path } = await backUp(partitioned.url, folder)
    await restore(path, target.url, { secretKey: null, migrations: await readMigrations(directory) })
    expect(await queryOnce(target.url, 'SELECT count(*)::int AS visits FROM visit_1')).toEqual([
      { visits: 9 },
    ])
    await partitioned[Symbol.asyncDispose]()
    await rm(directory, { recursive: true })
  })
})
