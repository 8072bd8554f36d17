import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#server/platform/postgres/index.ts'
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts'
import { type FilledLists, fillLists } from '../../kit/filled-lists.ts'
import { memberLists, staffLists } from '../../kit/list-cases.ts'
import { costOf, totalOf } from '../../kit/statement-cost.ts'

// Buffers are counted, not time: they are the same on every machine. `npm run bench -- lists` repeats this with a million rows.
const SMALL = { rows: 6_000, own: 20, messages: 100 }
const LARGE = { rows: 30_000, own: 20, messages: 100 }
/** An index of five times the rows may have a level more. A page reads a few indexes for each of its rows. */
const GROWTH = 1.6
const DEPTH = 20

let test: TestDatabase
let database: Database
/** PostgreSQL reads and sorts a small table as a whole, even where a large one is read in the order of its index. */
let ordered: Database
const costs = new Map<string, number[]>()
const isSearch = (name: string) => name.includes('search')

async function measure(size: FilledLists) {
  const inOrder = { ...memberLists(ordered, size), ...staffLists(ordered) }
  const searches = Object.entries(staffLists(database)).filter(([name]) => isSearch(name))
  for (const [name, read] of Object.entries({ ...inOrder, ...Object.fromEntries(searches) })) {
    const { pool } = isSearch(name) ? database : ordered
    costs.set(name, [...(costs.get(name) ?? []), totalOf(await costOf(pool, read))])
  }
}

beforeAll(async () => {
  test = await createTestDatabase()
  database = await openDatabase({ url: test.url, poolSize: 2 })
  const url = new URL(test.url)
  url.searchParams.set('options', '-c enable_seqscan=off -c enable_sort=off')
  ordered = await openDatabase({ url: url.href, poolSize: 4 })
  const filler = new pg.Client({ connectionString: test.url })
  await filler.connect()
  try {
    for (const size of [SMALL, LARGE]) {
      await fillLists(filler, size)
      await measure(size)
    }
  } finally {
    await filler.end()
  }
}, 120_000)
afterAll(async () => {
  await ordered[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
  await test[Symbol.asyncDispose]()
})

describe('the cost of a list', () => {
  // covers: beyond-list-cost
  it('does not grow with the rows of its table', () => {
    const lists = [...costs].filter(([name]) => !isSearch(name))
    expect(lists.filter(([, [small = 0, large = 0]]) => large > small * GROWTH + DEPTH)).toEqual([])
    expect(lists.length).toBeGreaterThan(25)
  })

  it.each([
    ['user', 'users, search for one'],
    ['launch_notification', 'launch list, search for one'],
    ['moderation_action', 'audit log, search'],
  ])('stays below the size of the table %s for the %s', async (table, name) => {
    const { rows } = await database.pool.query<{ pages: number }>(
      'SELECT relpages AS pages FROM pg_class WHERE relname = $1',
      [table],
    )
    expect(costs.get(name)?.[1]).toBeLessThan(rows[0]?.pages ?? 0)
  })
})
