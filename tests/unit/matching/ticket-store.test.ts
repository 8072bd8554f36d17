import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TIMING } from '#schema/limits.ts'
import { createMemoryTicketStore, type TicketStore } from '#server/domains/matching/index.ts'
import type { Ticket } from '#server/domains/matching/ticket.ts'
import { queuesToSearch } from '#server/domains/matching/ticket.ts'
import { BLOCK_KEPT_FOR, SETTLED_FOR } from '#server/domains/matching/ticket-store.ts'
import { createTestClock, type TestClock } from '../../kit/clock.ts'
import { aSeeker, NEW_POLL } from '../../kit/seeker.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'

const QUEUE = 'interest:jazz:Female:all'
const wanted = (from: number, take: number, name = QUEUE) => ({
  ...{ name, stage: 1, mayBeStrong: true, from, take },
})
const started = { pairId: 'started', starterId: 'ann', partnerId: 'ben' }

describe.each(TICKET_STORES)('the $name store', ({ open }) => {
  let clock: TestClock
  let opened: { store: TicketStore; close(): Promise<void> } | null
  let store: TicketStore
  beforeEach(async (context) => {
    clock = createTestClock()
    opened = await open(clock)
    if (!opened) return context.skip('redis-server is not installed')
    store = opened.store
  })
  afterEach(() => opened?.close())

  const ticketOf = (userId: string, changes: Partial<Ticket> = {}): Ticket => ({
    ...aSeeker(userId),
    ...{ ticketId: `ticket-${userId}`, waitingSince: clock.now(), lastSeen: clock.now() },
    ...changes,
  })
  async function arrive(userId: string, changes: Partial<Ticket> = {}) {
    const ticket = ticketOf(userId, changes)
    await store.arrive(ticket, NEW_POLL)
    clock.advance(1_000)
    return ticket
  }
  async function settled(a = 'ann', b = 'ben') {
    const pair = { pairId: `${a}+${b}`, a: await arrive(a), b: await arrive(b) }
    expect(await store.claim(pair, 0)).toBe(true)
    return pair
  }

  it('keeps the first id and time of a ticket that arrives again, and updates the rest', async () => {
    const first = await arrive('ann')
    const again = ticketOf('ann', { ticketId: 'again', age: 31, interests: ['jazz'] })
    const kept = { ...again, ticketId: first.ticketId, waitingSince: first.waitingSince }
    expect(await store.arrive(again, NEW_POLL)).toEqual({ settled: null, ticket: kept })
    expect(await store.ticket('ann')).toEqual(kept)
    expect(await store.counts(['jazz', 'chess', 'tea'])).toEqual({ waiting: 1, byInterest: [1, 0, 0] })
    const moved = await store.candidates([wanted(0, 4, 'interest:chess:Female:all')], [])
    expect(moved).toEqual({ tickets: [], ends: [null] })
    expect(await store.ticket('ben')).toBeNull()
    expect((await store.counts([])).byInterest).toEqual([])
  })

  it('reads the requested places, each member once, without the excluded ones', async () => {
    const tickets = [await arrive('ann'), await arrive('ben'), await arrive('cleo')]
    const [ann, ben, cleo] = tickets
    const read = async (...args: Parameters<TicketStore['candidates']>) => {
      const { tickets: found, ends } = await store.candidates(...args)
      return { ids: found.map(({ userId }) => userId).sort(), ends }
    }
    expect(await read([wanted(0, 2)], [])).toEqual({ ids: ['ann', 'ben'], ends: [ben?.waitingSince] })
    expect(await read([wanted(2, 2)], [])).toEqual({ ids: ['cleo'], ends: [null] })
    expect(await read([wanted(0, 3)], ['ben'])).toEqual({ ids: ['ann', 'cleo'], ends: [cleo?.waitingSince] })
    expect(await read([wanted(0, 1), wanted(0, 1, 'anyone:Female:all')], ['cleo'])).toEqual({
      ...{ ids: ['ann'], ends: [ann?.waitingSince, ann?.waitingSince] },
    })
    expect(await read([wanted(0, 4, 'interest:tea:Female:all')], [])).toEqual({ ids: [], ends: [null] })
    expect((await store.longestWaiting(2)).map(({ userId }) => userId)).toEqual(['ann', 'ben'])
  })

  it('keeps the place of a ticket that arrives again', async () => {
    for (const userId of ['ann', 'ben']) await arrive(userId)
    await store.arrive(ticketOf('ann', { age: 44 }), NEW_POLL)
    const { tickets } = await store.candidates([wanted(0, 1)], [])
    expect(tickets).toMatchObject([{ userId: 'ann', age: 44 }])
  })

  it('keeps the order of a queue when members leave it at its start, in its middle and at its end', async () => {
    const crowd = ['ann', 'ben', 'cleo', 'dora', 'eva']
    for (const userId of crowd) await arrive(userId)
    const places = async () => {
      const found: (string | undefined)[] = []
      for (let place = 0; place < (await store.waiting()); place += 1) {
        const { tickets } = await store.candidates([wanted(place, 1)], [])
        found.push(tickets[0]?.userId)
      }
      return found
    }
    expect(await places()).toEqual(crowd)
    await store.leave('cleo', null)
    expect(await places()).toEqual(['ann', 'ben', 'dora', 'eva'])
    await store.leave('ann', null)
    await store.leave('eva', null)
    expect(await places()).toEqual(['ben', 'dora'])
    await arrive('fay')
    expect(await places()).toEqual(['ben', 'dora', 'fay'])
    for (const userId of ['ben', 'dora', 'fay']) await store.leave(userId, null)
    await arrive('gwen')
    expect(await places()).toEqual(['gwen'])
  })

  it('returns only waiting members as the longest waiting, even while one of them leaves', async () => {
    for (const userId of ['ann', 'ben']) await arrive(userId)
    const [longest] = await Promise.all([store.longestWaiting(2), store.leave('ann', null)])
    expect(longest.map(({ userId }) => userId)).toContain('ben')
    expect((await store.longestWaiting(2)).map(({ userId }) => userId)).toEqual(['ben'])
  })

  it('removes an outdated ticket from every queue, and no other', async () => {
    const ann = await arrive('ann')
    await store.expire('ann', ann.lastSeen)
    expect(await store.waiting()).toBe(1)
    await store.expire('ann', ann.lastSeen + 1)
    await store.expire('unknown', ann.lastSeen + 1)
    expect(await store.waiting()).toBe(0)
    expect(await store.counts(['jazz'])).toEqual({ waiting: 0, byInterest: [0] })
    expect(await store.candidates([wanted(0, 1)], [])).toEqual({ tickets: [], ends: [null] })
    expect(await store.due(clock.now(), 10)).toEqual([])
  })

  it('returns due members, the most overdue first, only while they wait', async () => {
    for (const userId of ['ann', 'ben', 'cleo']) await arrive(userId)
    const now = clock.now()
    await store.lookAgain('ann', now + 2_000)
    await store.lookAgain('ben', now + 1_000)
    await store.lookAgain('unknown', now)
    expect(await store.due(now, 10)).toEqual(['cleo'])
    expect(await store.due(now + 1_000, 10)).toEqual(['cleo', 'ben'])
    expect(await store.due(now + 5_000, 10)).toEqual(['cleo', 'ben', 'ann'])
    expect(await store.due(now + 5_000, 2)).toEqual(['cleo', 'ben'])
    await store.leave('cleo', null)
    expect(await store.due(now + 5_000, 10)).toEqual(['ben', 'ann'])
  })

  it('returns a limited number of members due at the same time, and the rest when one leaves', async () => {
    for (const userId of ['ann', 'ben', 'cleo']) await arrive(userId)
    const now = clock.now()
    for (const userId of ['ann', 'ben', 'cleo']) await store.lookAgain(userId, now)
    expect(await store.due(now, 2)).toHaveLength(2)
    await store.leave('ben', null)
    expect((await store.due(now, 3)).sort()).toEqual(['ann', 'cleo'])
    await store.lookAgain('ann', now + 1_000)
    expect(await store.due(now, 3)).toEqual(['cleo'])
  })

  it('restores the tickets of an undone pair unless they have left, and keeps the two apart', async () => {
    const pair = await settled()
    await store.leave('ben', null)
    await store.undo(pair)
    expect(await store.ticket('ann')).toEqual({ ...pair.a, blockedIds: ['ben'] })
    expect(await store.ticket('ben')).toBeNull()
    expect((await store.begin('ann')).settled).toBeNull()
    await store.undo(pair)
    expect(await store.waiting()).toBe(1)
  })

  it('forgets a settled pair for the first member, and only with that partner', async () => {
    await settled()
    await store.forget('ann', 'cleo')
    expect((await store.begin('ann')).settled).toMatchObject({ pairId: 'ann+ben' })
    await store.forget('ann', 'ben')
    expect((await store.begin('ann')).settled).toBeNull()
    expect((await store.begin('ben')).settled).toMatchObject({ pairId: 'ann+ben' })
    expect(await store.leave('ben', null)).toMatchObject({ pairId: 'ann+ben' })
    expect(await store.leave('ben', null)).toBeNull()
  })

  it('returns a started pair to members who searched, until it is released', async () => {
    await arrive('ann')
    await store.start(started, ['ann', 'ben'])
    expect(await store.waiting()).toBe(0)
    expect((await store.begin('ann')).settled).toEqual(started)
    expect((await store.begin('ben')).settled).toBeNull()
    expect(await store.arrive(ticketOf('ben'), NEW_POLL)).toEqual({ settled: started })
    await store.release({ ...started, pairId: 'another' })
    expect((await store.begin('ann')).settled).toEqual(started)
    await store.release(started)
    expect((await store.begin('ann')).settled).toBeNull()
    expect(await store.arrive(ticketOf('ben'), NEW_POLL)).toEqual({
      ...{ settled: null, ticket: null, cancelledById: false },
    })
  })

  it('does not return a started pair to a member who forgot that partner', async () => {
    await store.start(started, ['ann', 'ben'])
    await store.forget('ben', 'cleo')
    expect(await store.arrive(ticketOf('ben'), NEW_POLL)).toEqual({ settled: started })
    await store.forget('ben', 'ann')
    expect(await store.arrive(ticketOf('ben'), NEW_POLL)).toMatchObject({ settled: null, ticket: null })
  })

  it('refuses a poll that began before the search was ended, and none that began after it', async () => {
    expect(await store.begin('ann')).toEqual({ mark: null, settled: null })
    await store.leave('ann', null)
    expect(await store.arrive(ticketOf('ann'), NEW_POLL)).toEqual({
      ...{ settled: null, ticket: null, cancelledById: false },
    })
    const { mark } = await store.begin('ann')
    expect(mark).toEqual(expect.stringMatching(/./))
    expect(await store.arrive(ticketOf('ann'), { mark, searchId: 'search' })).toMatchObject({
      ticket: { userId: 'ann' },
    })
    await store.leave('ann', null)
    expect((await store.begin('ann')).mark).not.toBe(mark)
    expect(await store.arrive(ticketOf('ann'), { mark, searchId: null })).toMatchObject({ ticket: null })
  })

  it('refuses every poll of a search that was cancelled by its id, and no other search', async () => {
    await store.leave('ann', 'search')
    const { mark } = await store.begin('ann')
    expect(await store.arrive(ticketOf('ann'), { mark, searchId: 'search' })).toEqual({
      ...{ settled: null, ticket: null, cancelledById: true },
    })
    for (const searchId of ['another', null])
      expect(await store.arrive(ticketOf('ann'), { mark, searchId })).toMatchObject({
        ticket: { userId: 'ann' },
      })
    expect(await store.arrive(ticketOf('ben'), { mark: null, searchId: 'search' })).toMatchObject({
      ticket: { userId: 'ben' },
    })
  })

  it('counts a ticket for each of its interests', async () => {
    await arrive('ann', { interests: ['jazz', 'tea'] })
    await arrive('ben', { interests: ['tea'] })
    expect(await store.counts(['jazz', 'tea', 'jazztea'])).toEqual({ waiting: 2, byInterest: [1, 2, 0] })
    await store.leave('ann', null)
    expect(await store.counts(['jazz', 'tea'])).toEqual({ waiting: 1, byInterest: [0, 1] })
  })

  it('claims no pair when one of several blocks is between the two', async () => {
    const a = await arrive('ann', { blockedIds: ['cleo', 'ben'] })
    const [b, c, d] = [await arrive('ben'), await arrive('cleo'), await arrive('dora')]
    for (const other of [b, c]) {
      expect(await store.claim({ pairId: 'pair', a, b: other }, 0)).toBe(false)
      expect(await store.claim({ pairId: 'pair', a: other, b: a }, 0)).toBe(false)
    }
    expect(await store.claim({ pairId: 'pair', a, b: d }, 0)).toBe(true)
  })

  it('knows a meeting for both members', async () => {
    await settled()
    expect(await store.metLately('ann', ['ben', 'cleo'])).toEqual(new Set(['ben']))
    expect(await store.metLately('ben', ['ann', 'cleo'])).toEqual(new Set(['ann']))
  })
})

// Redis expires these keys itself.
describe('the memory store', () => {
  it('forgets a meeting, a settled pair and a block after their time', async () => {
    const clock = createTestClock()
    const store = createMemoryTicketStore({ clock })
    const now = clock.now()
    const [a, b] = ['ann', 'ben'].map((userId) => ({
      ...{ ...aSeeker(userId), ticketId: `ticket-${userId}`, waitingSince: now, lastSeen: now },
    })) as [Ticket, Ticket]
    for (const ticket of [a, b]) await store.arrive(ticket, NEW_POLL)
    expect(await store.claim({ pairId: 'ann+ben', a, b }, 0)).toBe(true)
    clock.advance(SETTLED_FOR - 1)
    expect((await store.begin('ann')).settled).toMatchObject({ pairId: 'ann+ben' })
    clock.advance(1)
    expect((await store.begin('ann')).settled).toBeNull()
    clock.advance(TIMING.rematchAfter - SETTLED_FOR - 1)
    expect((await store.metLately('ann', ['ben'])).size).toBe(1)
    clock.advance(1)
    expect((await store.metLately('ann', ['ben'])).size).toBe(0)
    await store.block('ann', 'ben')
    for (const ticket of [a, b]) await store.arrive(ticket, NEW_POLL)
    clock.advance(BLOCK_KEPT_FOR - 1)
    expect(await store.claim({ pairId: 'again', a, b }, 0)).toBe(false)
    clock.advance(1)
    expect(await store.claim({ pairId: 'again', a, b }, 0)).toBe(true)
  })
})

describe('the queues to search', () => {
  it('cover each topic for the accepted genders, interests first', () => {
    const queues = queuesToSearch(aSeeker('ann', { interests: ['jazz'], genderFilter: 'Male' }))
    const place = { stage: 1, mayBeStrong: true, from: 0, take: 4 }
    expect(queues).toEqual([
      { name: 'interest:jazz:Male:all', ...place },
      { name: 'interest:jazz:Male:Female', ...place },
      ...['looking:Friendship:Male:all', 'looking:Friendship:Male:Female'].map((name) => ({
        ...{ name, stage: 2, mayBeStrong: false, from: 0, take: 2 },
      })),
      ...['anyone:Male:all', 'anyone:Male:Female'].map((name) => ({
        ...{ name, stage: 3, mayBeStrong: false, from: 0, take: 2 },
      })),
    ])
    expect(queuesToSearch(aSeeker('ann'))).toHaveLength(4 * 3 * 2)
  })
})
