import { resolve } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyMigrations } from '#server/platform/postgres/index.ts'
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts'
import { copyMigrations } from '../../kit/extra-migrations.ts'
import { isShifted, NEEDS_REAL_CLOCK } from '../../kit/shifted-clock.ts'

const OWN = resolve(import.meta.dirname, '../../../prisma/migrations')
const INDEX = `-- migration: outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "conversation_opened";
CREATE INDEX CONCURRENTLY "conversation_opened" ON "conversation" ("opened_at");
`
/** Short enough for a test: two tries of 50 ms. */
const IMPATIENT = { lockTimeout: 50, pause: 1, tries: 2 }

let database: TestDatabase
let later: Awaited<ReturnType<typeof copyMigrations>>
let other: pg.Client
beforeEach(async () => {
  database = await createTestDatabase()
  later = await copyMigrations()
  other = new pg.Client({ connectionString: database.url })
  await other.connect()
})
afterEach(async () => {
  await other.end()
  await later[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const migrate = (options: Partial<Parameters<typeof applyMigrations>[0]> = {}) =>
  applyMigrations({ url: database.url, directory: later.directory, ...options })

describe('a migration beside running nodes', () => {
  it('applies once outside a transaction when two nodes start at the same time', async () => {
    await later.add('20990101000000_index', INDEX)
    const applied = await Promise.all([migrate(), migrate()])
    expect(applied.flat()).toEqual(['20990101000000_index'])
    const { rows } = await other.query<{ indisvalid: boolean }>(
      `SELECT indisvalid FROM pg_index WHERE indexrelid = 'conversation_opened'::regclass`,
    )
    expect(rows).toEqual([{ indisvalid: true }])
  })

  it('starts over outside a transaction when it failed in between', async () => {
    await later.add(
      '20990101000000_index',
      `${INDEX}CREATE INDEX CONCURRENTLY "x" ON "conversation" ("nothing");\n`,
    )
    await expect(migrate()).rejects.toThrow('Migration 20990101000000_index failed: column "nothing"')
    await expect(migrate()).rejects.toThrow('Migration 20990101000000_index failed: column "nothing"')
  })

  it('gives its place in the queue up while a long transaction uses the table, and names the reason', async (context) => {
    if (isShifted()) return context.skip(NEEDS_REAL_CLOCK)
    await later.add('20990101000000_column', 'ALTER TABLE "message" ADD COLUMN "edited" TIMESTAMPTZ;')
    await other.query('BEGIN; LOCK TABLE message IN ROW SHARE MODE')
    await expect(migrate({ patience: IMPATIENT })).rejects.toThrow(
      'Migration 20990101000000_column failed: other transactions kept its tables locked in 2 tries.',
    )
    await other.query('COMMIT')
    expect(await migrate({ patience: IMPATIENT })).toEqual(['20990101000000_column'])
  })

  it('applies as soon as the long transaction ends', async () => {
    await later.add('20990101000000_column', 'ALTER TABLE "message" ADD COLUMN "edited" TIMESTAMPTZ;')
    await other.query('BEGIN; LOCK TABLE message IN ROW SHARE MODE')
    const migrating = migrate({ patience: { lockTimeout: 20, pause: 5, tries: 100_000 } })
    const observer = new pg.Client({ connectionString: database.url })
    await observer.connect()
    const isWaiting = async () =>
      (await observer.query(`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'message'::regclass`))
        .rowCount
    await expect.poll(isWaiting, { interval: 1 }).toBe(1)
    await other.query('COMMIT')
    expect(await migrating).toEqual(['20990101000000_column'])
    await observer.end()
  })
})

describe('a version older than the database', () => {
  it('starts when later migrations only added something', async () => {
    await later.add('20990101000000_column', 'ALTER TABLE "message" ADD COLUMN "edited" TIMESTAMPTZ;')
    await migrate()
    expect(await migrate({ directory: OWN, version: '0.1.0' })).toEqual([])
  })

  it('fails, with the version that it needs, when a later migration removed what it uses', async () => {
    await later.add(
      '20990101000000_no_stars',
      '-- migration: completes 0.10.0\nALTER TABLE "user" DROP COLUMN "stars";',
    )
    await migrate()
    await expect(migrate({ directory: OWN, version: '0.9.3' })).rejects.toThrow(
      'This version (0.9.3) is too old for the database: migration 20990101000000_no_stars removed what versions before 0.10.0 use. Start version 0.10.0 or newer.',
    )
    expect(await migrate({ directory: OWN, version: '0.10.0' })).toEqual([])
  })
})
