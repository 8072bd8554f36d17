import { resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { messagePage } from '#schema/chat.ts'
import { createPartitionJob } from '#server/domains/chat/partitions/partition-job.ts'
import { applyMigrations, openDatabase } from '#server/platform/postgres/index.ts'
import { startCluster, type TestApp } from '../../kit/app.ts'
import { exportedFiles } from '../../kit/data-export.ts'
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts'
import { call, join, pair } from '../../kit/person.ts'
import { type PgBouncer, startPgBouncer } from '../../kit/pgbouncer.ts'
import { testPlatform } from '../../kit/test-platform.ts'

const MIGRATIONS = resolve(import.meta.dirname, '../../../prisma/migrations')
/** Fewer than a node alone opens, so every node often waits for one and gets another each time. */
const POOL_SIZE = 3
const WRITERS = 12

let bouncer: PgBouncer | null = null
let database: TestDatabase
beforeAll(async () => {
  bouncer = await startPgBouncer({ postgresUrl: inject('postgresUrl'), poolSize: POOL_SIZE })
  database = await createTestDatabase()
})
afterAll(async () => {
  await bouncer?.[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

/** Runs a named statement on more connections at once than the pooler has, several times each. */
async function runNamedStatements(url: string, pooler: 'auto' | 'on' | 'off'): Promise<string[]> {
  const opened = await openDatabase({ url, pooler, poolSize: WRITERS })
  try {
    const runs = Array.from({ length: WRITERS }, async (_, index) => {
      const client = await opened.pool.connect()
      try {
        for (let round = 0; round < 20; round += 1) {
          const values = [index]
          await client.query({ name: `named-${round % 3}`, text: `SELECT $1::int + ${round % 3}`, values })
        }
        return 'done'
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      } finally {
        client.release(true)
      }
    })
    return [...new Set(await Promise.all(runs))]
  } finally {
    await opened[Symbol.asyncDispose]()
  }
}

describe('statements through PgBouncer in transaction mode', () => {
  it.for(['auto', 'on'] as const)('go without names under DATABASE_POOLER=%s', async (pooler, context) => {
    if (!bouncer) return context.skip('pgbouncer is not installed')
    expect(await runNamedStatements(bouncer.through(database.url), pooler)).toEqual(['done'])
  })

  it('go without names in the job of the message partitions, which opens a connection for each run', async (context) => {
    if (!bouncer) return context.skip('pgbouncer is not installed')
    const errors: unknown[] = []
    const pool = new pg.Pool({ connectionString: bouncer.through(database.url) })
    const platform = testPlatform({ pool, onFailure: (error) => errors.push(error) })
    const job = createPartitionJob(platform, null)
    for (let run = 0; run <= POOL_SIZE; run += 1) await job.run()
    await job.stop()
    await pool.end()
    expect(errors).toEqual([])
  })

  it('carry names under DATABASE_POOLER=off, which this PgBouncer refuses', async (context) => {
    if (!bouncer) return context.skip('pgbouncer is not installed')
    const outcomes = await runNamedStatements(bouncer.through(database.url), 'off')
    expect(outcomes.join()).toMatch(/prepared statement "named-\d" (does not exist|already exists)/)
  })

  it('keep their names on a direct connection', async () => {
    const opened = await openDatabase({ url: database.url, poolSize: 1 })
    await opened.pool.query({ name: 'kept-name', text: 'SELECT 1' })
    const { rows } = await opened.pool.query('SELECT name FROM pg_prepared_statements')
    expect(rows).toEqual([{ name: 'kept-name' }])
    await opened[Symbol.asyncDispose]()
  })
})

describe('migrations through PgBouncer in transaction mode', () => {
  it('do nothing for a database that has them all', async (context) => {
    if (!bouncer) return context.skip('pgbouncer is not installed')
    const url = bouncer.through(database.url)
    expect(await applyMigrations({ url, directory: MIGRATIONS })).toEqual([])
  })

  it('fail with the setting that names a direct connection', async (context) => {
    if (!bouncer) return context.skip('pgbouncer is not installed')
    const url = new URL(inject('postgresUrl'))
    const name = `empty_${crypto.randomUUID().replaceAll('-', '')}`
    url.pathname = `/${name}`
    await onServer(`CREATE DATABASE ${name}`)
    const refused = applyMigrations({ url: bouncer.through(url.href), directory: MIGRATIONS })
    await expect(refused).rejects.toThrow('Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.')
    await onServer(`DROP DATABASE ${name} WITH (FORCE)`)
  })

  async function onServer(sql: string) {
    const client = new pg.Client({ connectionString: inject('postgresUrl') })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
})

describe('two nodes behind PgBouncer in transaction mode', () => {
  let cluster: Awaited<ReturnType<typeof startCluster>> = null
  beforeAll(async () => {
    const { through } = bouncer ?? {}
    cluster = through ? await startCluster(2, { route: through }) : null
  })
  afterAll(() => cluster?.[Symbol.asyncDispose]())

  it('register, log in, match and deliver messages both ways', async (context) => {
    const [first, second] = cluster?.nodes ?? []
    if (!first || !second) return context.skip('pgbouncer or redis-server is not installed')
    const { asha, ben, conversationId } = await pair(first, second)
    const login = await call(second.url, 'POST', '/auth', {
      body: { userName: asha.user.userName, password: 'Monsoon-2026' },
    })
    expect(login.status).toBe(200)
    const streams = [await asha.stream(), await ben.stream()] as const
    await asha.send(conversationId, 'Through the pooler')
    await ben.send(conversationId, 'And back')
    await streams[1].next('new_chat_message', ({ message }) => message === 'Through the pooler')
    await streams[0].next('new_chat_message', ({ message }) => message === 'And back')
    for (const stream of streams) stream.close()
  })

  it('list users for an administrator, and export the data of a member', async (context) => {
    const [first, second] = cluster?.nodes ?? []
    if (!first || !second) return context.skip('pgbouncer or redis-server is not installed')
    const [admin, member] = [await join(first), await join(second, { displayName: 'Exported Member' })]
    await grantAdmin(first, admin.id)
    const { body } = await admin.call('GET', `/api/v1/admin/users?search=${member.user.userName}`)
    expect(body.responseData).toMatchObject([{ id: member.id }])
    const { profile } = await exportedFiles(second, member)
    expect(profile).toMatchObject([{ displayName: 'Exported Member' }])
  })

  it('store every message of more writers than the pooler has connections', async (context) => {
    const [first, second] = cluster?.nodes ?? []
    if (!first || !second) return context.skip('pgbouncer or redis-server is not installed')
    const pairs = await Promise.all(Array.from({ length: WRITERS }, () => pair(first, second)))
    const texts = Array.from({ length: 10 }, (_, index) => `Message ${index}`)
    const pages = await Promise.all(
      pairs.map(async ({ asha, ben, conversationId }) => {
        for (const text of texts) await (text.length % 2 ? asha : ben).send(conversationId, text)
        const { body } = await ben.call('POST', '/api/v1/messages', { id: conversationId, size: 50 })
        return messagePage.parse(body).elements.map(({ message }) => message)
      }),
    )
    for (const page of pages) expect(page.toReversed()).toEqual(texts)
    expect(await countConnections()).toBeLessThanOrEqual(POOL_SIZE)
  })

  /** The connections that PostgreSQL has from the nodes of this test. */
  async function countConnections(): Promise<number> {
    const url = new URL(cluster?.databaseUrl ?? '')
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    const { rows } = await client.query<{ count: number }>(
      // PostgreSQL's own workers, such as autovacuum, are in the view as well.
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = $1 AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
      [url.pathname.slice(1)],
    )
    await client.end()
    return rows[0]?.count ?? Number.NaN
  }
})

async function grantAdmin(node: TestApp, id: string) {
  const { database, events } = node.app.context
  await database.prisma.user.update({ where: { id }, data: { role: 'ADMIN' } })
  await events.emit('userChanged', { userId: id })
}
