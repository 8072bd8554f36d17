import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { historyOf } from '#server/domains/chat/history.ts'
import { createPartnerNotices } from '#server/domains/chat/notify-partners.ts'
import { listConversations } from '#server/domains/chat/read-conversations.ts'
import { listKept } from '#server/domains/keeping/read-kept.ts'
import { createMemoryPresence } from '#server/domains/presence/index.ts'
import { type Database, openDatabase } from '#server/platform/postgres/index.ts'
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts'
import { costOf, totalOf } from '../../kit/statement-cost.ts'
import { createTestLive } from '../../kit/test-live.ts'

// Buffers are counted, not time: they are the same on every machine.
const SMALL = 500
const LARGE = 10_000
/** An index of twenty times the rows may have a level more. A page reads a few indexes for each of its rows. */
const GROWTH = 1.6
const DEPTH = 20
const VIEWER = '01700000-0000-7000-8001-000000000000'

const idOf = (kind: number, i: string) =>
  `('01700000-0000-7000-800${kind}-' || lpad(to_hex(${i}), 12, '0'))::uuid`

/** The viewer keeps each of the others. The conversations are older than the history of a free member. */
const FILL = [
  `INSERT INTO "user" (id, user_name, password_hash, display_name, phone, interests, gender, age, looking_for)
   SELECT ${idOf(1, 'i')}, 'person-' || i || '@example.com', 'x', 'Person ' || i, '', ARRAY['Jazz'], 'Male', 30, ARRAY['Dating']
   FROM generate_series(0, $1::int) i`,
  `INSERT INTO conversation (id, low_user_id, high_user_id, ended_at)
   SELECT ${idOf(2, 'i')}, '${VIEWER}', ${idOf(1, 'i')}, '2020-01-01' FROM generate_series(1, $1::int) i`,
  `INSERT INTO conversation_member (conversation_id, user_id, partner_id, last_activity, kept_at)
   SELECT ${idOf(2, 'i')}, '${VIEWER}', ${idOf(1, 'i')}, '2020-01-01'::timestamptz + i * interval '1 minute', '2020-01-01'
   FROM generate_series(1, $1::int) i`,
  `INSERT INTO conversation_member (conversation_id, user_id, partner_id, last_activity, kept_at)
   SELECT ${idOf(2, 'i')}, ${idOf(1, 'i')}, '${VIEWER}', '2020-01-01'::timestamptz + i * interval '1 minute', '2020-01-01'
   FROM generate_series(1, $1::int) i`,
]
const TABLES = '"user", conversation, conversation_member'

let test: TestDatabase
let database: Database
const costs = new Map<string, number[]>()

/** Returns the lists of the viewer, by name. */
function lists({ pool, reads }: Database): Record<string, () => Promise<unknown>> {
  const online = async (ids: string[]) => new Set(ids)
  const kept = (pageNumber: number) => listKept({ reads, online }, VIEWER, { pageNumber, size: 100 })
  const presence = createMemoryPresence({ grace: 0, onOffline: () => undefined })
  const notify = createPartnerNotices({ pool, live: createTestLive(), presence })
  return {
    'kept members, first page': () => kept(0),
    'kept members, third page': () => kept(2),
    'conversations of a free member': () =>
      listConversations({ pool, online }, VIEWER, historyOf({ premium: false }, Date.now()), {
        pageNumber: 0,
        size: 10,
      }).then(({ elements }) => expect(elements).toHaveLength(10)),
    'partners who learn of a presence': () => notify(VIEWER, 'USER_ONLINE'),
  }
}

beforeAll(async () => {
  test = await createTestDatabase()
  const url = new URL(test.url)
  url.searchParams.set('options', '-c enable_seqscan=off -c enable_sort=off')
  database = await openDatabase({ url: url.href, poolSize: 2 })
  const filler = new pg.Client({ connectionString: test.url })
  await filler.connect()
  try {
    for (const size of [SMALL, LARGE]) {
      await filler.query(`TRUNCATE ${TABLES} CASCADE`)
      for (const text of FILL) await filler.query(text, [size])
      await filler.query(`VACUUM (ANALYZE) ${TABLES}`)
      for (const [name, read] of Object.entries(lists(database)))
        costs.set(name, [...(costs.get(name) ?? []), totalOf(await costOf(database.pool, read))])
    }
  } finally {
    await filler.end()
  }
}, 120_000)
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await test[Symbol.asyncDispose]()
})

describe('a list of a member who keeps 10,000 others', () => {
  // covers: beyond-keep-list, beyond-keep-cost
  it('costs what it costs with 500', () => {
    expect([...costs].filter(([, [small = 0, large = 0]]) => large > small * GROWTH + DEPTH)).toEqual([])
    expect([...costs.values()].flat().filter((cost) => cost > 0)).toHaveLength(8)
  })
})
