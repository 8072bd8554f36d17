import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Activity, createActivity } from '#server/domains/chat/activity.ts'
import { type Database, openDatabase } from '#server/platform/postgres/index.ts'
import { createTestDatabase } from '../../kit/database.ts'
import { useStarted } from '../../kit/use-started.ts'

const LONG_AGO = new Date('2020-01-01T00:00:00Z')

const empty = useStarted(createTestDatabase)
let database: Database
const reported: unknown[] = []
let activity: Activity

beforeAll(async () => {
  database = await openDatabase({ url: empty.url })
  activity = createActivity({ pool: database.pool, onError: (error) => reported.push(error) })
})
afterAll(async () => {
  await activity[Symbol.asyncDispose]()
  await database.prisma.$disconnect()
  await database.pool.end()
})

/** Stores conversations of two members, each with a message of this moment, and returns their ids in order. */
async function storeConversations(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID()).sort()
  const client = new pg.Client({ connectionString: empty.url })
  await client.connect()
  // The members have no accounts: only the rows of the activity matter.
  await client.query('SET session_replication_role = replica')
  await client.query(
    `INSERT INTO conversation_member (conversation_id, user_id, partner_id, last_activity)
     SELECT id, gen_random_uuid(), gen_random_uuid(), $2 FROM unnest($1::uuid[]) id, generate_series(1, 2)`,
    // In reverse order: a scan of the table returns them in another order than an index does.
    [ids.toReversed(), LONG_AGO],
  )
  await client.query(
    `INSERT INTO message (id, conversation_id, sender_id, body, time)
     SELECT (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || substr(gen_random_uuid()::text, 14))::uuid,
       id, gen_random_uuid(), 'Hello', now() FROM unnest($1::uuid[]) id`,
    [ids],
  )
  await client.query('ANALYZE')
  await client.end()
  return ids
}

async function staleCount(ids: readonly string[]): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    'SELECT count(*)::int FROM conversation_member WHERE conversation_id = ANY($1) AND last_activity = $2',
    [ids, LONG_AGO],
  )
  return rows[0]?.count ?? 0
}

/** Resolves once this many statements wait for a lock. */
const waitingForLock = (count: number) =>
  expect
    .poll(
      async () => {
        const { rows } = await database.pool.query(
          "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
        )
        return rows.length
      },
      { timeout: 30_000 },
    )
    .toBe(count)

describe('the time of the last message', () => {
  it('updates on one node while another node repairs the same conversations after its start', async () => {
    const ids = await storeConversations(60)
    const blocker = new pg.Client({ connectionString: empty.url })
    await blocker.connect()
    await blocker.query('BEGIN')
    await blocker.query('SELECT 1 FROM conversation_member WHERE conversation_id = $1 FOR UPDATE', [ids[0]])
    for (const id of ids.toReversed()) activity.touch(id, new Date())
    await waitingForLock(1)
    const repaired = activity.heal()
    await waitingForLock(2)
    await blocker.query('COMMIT')
    await blocker.end()
    await repaired
    await expect.poll(() => staleCount(ids)).toBe(0)
    expect(reported).toEqual([])
  })

  it('updates later when the database cannot be reached at first', async () => {
    const [id = ''] = await storeConversations(1)
    const broken = new Error('The connection is closed.')
    const errors: unknown[] = []
    let isBroken = true
    const pool = new Proxy(database.pool, {
      get: (target, name, receiver) =>
        name === 'query' && isBroken ? () => Promise.reject(broken) : Reflect.get(target, name, receiver),
    })
    const other = createActivity({ pool, onError: (error) => errors.push(error) })
    other.touch(id, new Date())
    await expect.poll(() => errors).toEqual([broken])
    expect(await staleCount([id])).toBe(2)
    isBroken = false
    await expect.poll(() => staleCount([id]), { timeout: 30_000 }).toBe(0)
    await other[Symbol.asyncDispose]()
  })
})
