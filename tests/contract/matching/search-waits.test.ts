import { describe, expect, it, vi } from 'vitest'
import type { EndedSearch } from '#server/domains/matching/ended-search.ts'
import { createMemoryTicketStore, createSearchWaits } from '#server/domains/matching/index.ts'
import { createTestClock } from '../../kit/clock.ts'
import { ask } from '../../kit/graphql.ts'
import { openTickets } from '../../kit/open-tickets.ts'
import { join } from '../../kit/person.ts'
import { poolWith } from '../../kit/pool-double.ts'
import { openRows } from '../../kit/rows.ts'
import { aSeeker, NO_PLACES } from '../../kit/seeker.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const clock = createTestClock()

/** An interest of this test only. */
const anInterest = () => `only this ${crypto.randomUUID().slice(0, 8)}`

let places = 0
/** A search that ended. Each has another member, unless changed. */
const aSearch = (changes: Partial<EndedSearch> & { after?: number }): EndedSearch => {
  places += 1
  const { after = MINUTE / 2, began = clock.now(), ...rest } = changes
  const place = `${Date.now()}-${places}`
  return {
    place,
    userId: crypto.randomUUID(),
    interests: [],
    found: true,
    began,
    ended: began + after,
    ...rest,
  }
}
const searches = (count: number, changes: Parameters<typeof aSearch>[0]) =>
  Array.from({ length: count }, () => aSearch(changes))

/** A store whose only content is these searches. */
const storeOf = (ended: readonly EndedSearch[]) => ({
  ended: async (after: string | null, limit: number) => {
    const from = ended.findIndex(({ place }) => place === after) + 1
    return ended.slice(from, from + limit)
  },
  forgetEnded: async () => undefined,
})

describe('createSearchWaits', () => {
  const rows = useStarted(openRows)
  const waitsOf = (endedSearches: Parameters<typeof createSearchWaits>[1]['endedSearches']) =>
    createSearchWaits(testPlatform({ database: rows.database, clock }), { endedSearches })
  const count = async (ended: readonly EndedSearch[]) => (await waitsOf(storeOf(ended))).count()
  const expectFor = async (...interests: string[]) => (await waitsOf(storeOf([]))).expect(interests)
  const stored = async (column = 'found_within_1') =>
    (await rows.database.pool.query(`SELECT sum(${column})::int AS sum FROM search_wait`)).rows[0]?.sum ?? 0

  // covers: beyond-expected-wait
  it('tells the interest that finds partners fastest', async () => {
    const [fast, slow, unknown] = [anInterest(), anInterest(), anInterest()]
    await count([
      ...searches(40, { interests: [fast], after: 3 * MINUTE }),
      ...searches(40, { interests: [slow], after: 12 * MINUTE }),
    ])
    expect(await expectFor(unknown, slow, fast)).toEqual({ interest: fast, withinMinutes: 5, betterAt: null })
    expect(await expectFor(slow)).toMatchObject({ interest: slow, withinMinutes: 15 })
    expect(await expectFor(unknown)).toEqual({ interest: null, withinMinutes: null, betterAt: null })
    expect(await expectFor()).toEqual({ interest: null, withinMinutes: null, betterAt: null })
  })

  // covers: beyond-expected-wait-suppressed
  it('tells nothing of an interest with fewer than 20 different members', async () => {
    const interest = anInterest()
    const members = Array.from({ length: 19 }, () => crypto.randomUUID())
    await count(members.flatMap((userId) => searches(10, { interests: [interest], userId })))
    expect(await expectFor(interest)).toMatchObject({ interest: null, withinMinutes: null })
  })

  it('tells an interest by every spelling', async () => {
    await count(searches(40, { interests: ['photography'] }))
    expect(await expectFor('Fotografía')).toMatchObject({ interest: 'Fotografía', withinMinutes: 1 })
  })

  it('names the next good hour where most wait long', async () => {
    const interest = anInterest()
    const now = clock.now()
    await count([
      ...searches(40, { interests: [interest], after: 20 * MINUTE }),
      ...searches(80, { interests: [interest], began: now - DAY + 180 * MINUTE }),
    ])
    const { withinMinutes, betterAt } = await expectFor(interest)
    expect(withinMinutes).toBe(null)
    const hours = (Date.parse(betterAt ?? '') - now) / (60 * MINUTE)
    expect([hours > 1, hours <= 3]).toEqual([true, true])
  })

  it('weighs later weeks more, and forgets after four', async () => {
    const interest = anInterest()
    const began = (weeks: number) => ({ interests: [interest], began: clock.now() - weeks * 7 * DAY })
    await count([...searches(60, began(3)), ...searches(40, { ...began(0), after: 3 * MINUTE })])
    expect(await expectFor(interest)).toMatchObject({ withinMinutes: 5 })
    const old = anInterest()
    await count(searches(60, { interests: [old], began: clock.now() - 28 * DAY - 60 * MINUTE }))
    expect(await expectFor(old)).toMatchObject({ interest: null })
  })

  // covers: beyond-expected-wait-counts
  it('counts every search once when nodes count at the same time', async () => {
    const before = await stored()
    const ended = searches(2_500, { interests: [anInterest()] })
    const store = storeOf(ended)
    const nodes = await Promise.all([1, 2, 3].map(() => waitsOf(store)))
    await Promise.all(nodes.map((node) => node.count()))
    await nodes[0]?.count()
    expect((await stored()) - before).toBe(2_500)
  })

  it('counts a batch again from its beginning when its transaction fails', async () => {
    const before = await stored()
    const store = storeOf(searches(30, { interests: [anInterest()] }))
    const failures: unknown[] = []
    const broken = new Error('the connection broke')
    const pool = poolWith({
      query: (text: string, values: unknown[]) => rows.database.pool.query(text, values),
      async connect() {
        const client = await rows.database.pool.connect()
        const query = (text: string, values: unknown[]) =>
          text.includes('INTO search_wait_progress') ? Promise.reject(broken) : client.query(text, values)
        return { query, release: () => client.release() }
      },
    })
    const platform = testPlatform({ pool, clock, onFailure: (error) => failures.push(error) })
    await (await createSearchWaits(platform, { endedSearches: store })).count()
    expect([failures, (await stored()) - before]).toEqual([[broken], 0])
    await (await waitsOf(store)).count()
    expect((await stored()) - before).toBe(30)
  })

  // covers: beyond-expected-wait-private
  it('stores neither a member nor an interest', async () => {
    const interest = anInterest()
    const [search] = searches(1, { interests: [interest] })
    await count(search ? [search] : [])
    const { rows: all } = await rows.database.pool.query(
      'SELECT to_jsonb(one)::text AS text FROM search_wait one',
    )
    const text = all.map((row) => row.text).join()
    const hex = Buffer.from(interest).toString('hex')
    for (const personal of [interest, hex, search?.userId ?? '']) expect(text).not.toContain(personal)
  })

  it('begins where the process before ended, with a store in memory', async () => {
    const interest = anInterest()
    const before = await stored('left_within_1')
    for (const userId of ['ann', 'ben']) {
      clock.advance(1)
      const store = createMemoryTicketStore({ clock })
      const times = { ticketId: userId, waitingSince: clock.now(), lastSeen: clock.now() }
      await store.arrive({ ...aSeeker(userId, { interests: [interest] }), ...times }, null, NO_PLACES)
      await store.leave(userId, null)
      await (await waitsOf(store)).count()
      expect(await store.ended(null, 9)).toEqual([])
    }
    expect((await stored('left_within_1')) - before).toBe(2)
  })
})

describe.each(TICKET_STORES)('createSearchWaits on the $name store', (kind) => {
  const rows = useStarted(openRows)
  const tickets = openTickets(kind)

  it('counts each search once and forgets it', async () => {
    const waits = await createSearchWaits(testPlatform({ database: rows.database, clock }), {
      endedSearches: tickets.store,
    })
    for (const userId of ['ann', 'ben']) await tickets.arrive(userId, { interests: ['jazz'] })
    const [a, b] = [await tickets.store.ticket('ann'), await tickets.store.ticket('ben')]
    if (a && b) await tickets.store.claim({ pairId: 'pair', a, b }, 0)
    await waits.count()
    await waits.count()
    expect(await tickets.store.ended(null, 9)).toEqual([])
    expect(await rows.database.prisma.searchWait.findMany({})).toMatchObject([
      { foundWithin1: 2, leftWithin1: 0 },
    ])
  })
})

describe('the expected wait', () => {
  const node = useNode({ clock })

  // covers: beyond-expected-wait
  it('answers REST and GraphQL alike, and knows nothing at first', async () => {
    const interest = anInterest()
    const asha = await join(node, { interests: [interest] })
    const rest = async () => (await asha.call('GET', '/api/v1/expected-wait')).body
    const graphql = async () =>
      (await ask(node, asha, '{ expectedWait { interest withinMinutes betterAt } }')).data?.expectedWait
    const unknown = { interest: null, withinMinutes: null, betterAt: null }
    expect([await rest(), await graphql()]).toEqual([unknown, unknown])
    const { matching, waits } = node.app.context
    const { ended } = storeOf(searches(60, { interests: [interest], after: 4 * MINUTE }))
    vi.spyOn(matching.endedSearches, 'ended').mockImplementation(ended)
    await waits.count()
    vi.restoreAllMocks()
    const known = { interest, withinMinutes: 5, betterAt: null }
    expect([await rest(), await graphql()]).toEqual([known, known])
  })

  it('counts the searches of members', async () => {
    const interest = anInterest()
    const [asha, ben] = [
      await join(node, { interests: [interest] }),
      await join(node, { interests: [interest] }),
    ]
    await asha.findMatch()
    expect((await ben.findMatch()).status).toBe(200)
    const found = () =>
      node.app.context.database.prisma.searchWait.aggregate({ _sum: { foundWithin1: true } })
    const before = (await found())._sum.foundWithin1 ?? 0
    await node.app.context.waits.count()
    expect(((await found())._sum.foundWithin1 ?? 0) - before).toBe(2)
  })
})
