import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TicketStore } from '#server/domains/matching/index.ts'
import type { Ticket } from '#server/domains/matching/ticket.ts'
import { createTestClock, type TestClock } from '../../kit/clock.ts'
import { anOnlooker, aSeeker, NEW_POLL, NO_PLACES, placesOf } from '../../kit/seeker.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'

const QUEUE = 'interest:jazz:Female:all'
const wanted = (from: number, take: number, name = QUEUE) => placesOf(name, from, take)
const NOTHING = { found: [], outdated: [], more: [false], waiting: 0, byInterest: [] }
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
    ticketId: `ticket-${userId}`,
    waitingSince: clock.now(),
    lastSeen: clock.now(),
    ...changes,
  })
  async function arrive(userId: string, changes: Partial<Ticket> = {}) {
    const ticket = ticketOf(userId, changes)
    await store.arrive(ticket, NEW_POLL, NO_PLACES)
    clock.advance(1_000)
    return ticket
  }
  async function counts(interests: string[]) {
    const { waiting, byInterest } = await store.candidates(anOnlooker({ interests }), NO_PLACES)
    return { waiting, byInterest }
  }
  async function settled(a = 'ann', b = 'ben') {
    const pair = { pairId: `${a}+${b}`, a: await arrive(a), b: await arrive(b) }
    expect(await store.claim(pair, 0)).toBe(true)
    return pair
  }

  it('keeps the first id and time of a ticket that arrives again, and updates when it was seen', async () => {
    const first = await arrive('ann')
    const again = ticketOf('ann', { ticketId: 'again', blockedIds: ['ben'] })
    const kept = { ...again, ticketId: first.ticketId, waitingSince: first.waitingSince }
    expect(await store.arrive(again, NEW_POLL, NO_PLACES)).toMatchObject({ settled: null, ticket: kept })
    expect(await store.ticket('ann')).toEqual(kept)
  })

  // covers: beyond-age-wishes
  it('refuses a claim by a search that read the ages before they changed', async () => {
    const [ann, ben] = [await arrive('ann'), await arrive('ben')]
    const [round] = (await store.candidates(ann, wanted(0, 4))).found
    expect(round?.ticket).toMatchObject({ userId: 'ben', ticketId: ben.ticketId })
    await arrive('ben', { ticketId: 'changed', minPartnerAge: 60 })
    expect(await store.claim({ pairId: 'ann+ben', a: ann, b: ben }, 0)).toBe(false)
    const changed = await store.ticket('ben')
    expect(changed).toMatchObject({ minPartnerAge: 60, waitingSince: ben.waitingSince })
    expect(await store.claim({ pairId: 'ann+ben', a: ann, b: changed ?? ben }, 0)).toBe(true)
  })

  // covers: beyond-exchange-matching
  it('returns the languages of an exchange with the ticket, until a search for none replaces it', async () => {
    const learning = ['hi', 'fr']
    const first = await arrive('ann', { learning })
    expect(await store.ticket('ann')).toEqual(first)
    expect((await store.candidates(await arrive('ben'), wanted(0, 4))).found).toMatchObject([
      { ticket: { userId: 'ann', learning, minPartnerAge: null } },
    ])
    await arrive('ann', { ticketId: 'other' })
    expect(await store.ticket('ann')).toMatchObject({ learning: [], ticketId: 'other' })
  })

  it('keeps only the time of a ticket that arrives again with another profile', async () => {
    const first = await arrive('ann')
    const again = ticketOf('ann', { ticketId: 'again', age: 31, interests: ['jazz'] })
    const kept = { ...again, waitingSince: first.waitingSince }
    expect(await store.arrive(again, NEW_POLL, NO_PLACES)).toMatchObject({ settled: null, ticket: kept })
    expect(await store.ticket('ann')).toEqual(kept)
    expect(await counts(['jazz', 'chess', 'tea'])).toEqual({ waiting: 1, byInterest: [1, 0, 0] })
    const moved = await store.candidates(anOnlooker(), wanted(0, 4, 'interest:chess:Female:all'))
    expect(moved).toEqual({ ...NOTHING, waiting: 1 })
    expect(await store.ticket('ben')).toBeNull()
  })

  it('keeps the place of a ticket that arrives again', async () => {
    for (const userId of ['ann', 'ben']) await arrive(userId)
    await store.arrive(ticketOf('ann', { age: 44 }), NEW_POLL, NO_PLACES)
    const { found } = await store.candidates(anOnlooker(), wanted(0, 1))
    expect(found).toMatchObject([{ ticket: { userId: 'ann', age: 44 } }])
  })

  it('keeps the order of a queue when members leave it at its start, in its middle and at its end', async () => {
    const crowd = ['ann', 'ben', 'cleo', 'dora', 'eva']
    for (const userId of crowd) await arrive(userId)
    const places = async () => {
      const found: (string | undefined)[] = []
      for (let place = 0; place < (await store.waiting()); place += 1) {
        const round = await store.candidates(anOnlooker(), wanted(place, 1))
        found.push(round.found[0]?.ticket.userId)
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
    expect(await counts(['jazz'])).toEqual({ waiting: 0, byInterest: [0] })
    expect(await store.candidates(anOnlooker(), wanted(0, 1))).toEqual(NOTHING)
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

  it('forgets a settled pair of two members who are separated, and no other', async () => {
    await settled()
    await store.separate('ann', 'cleo')
    expect((await store.begin('ann')).settled).toMatchObject({ pairId: 'ann+ben' })
    await store.separate('ben', 'ann')
    for (const userId of ['ann', 'ben']) expect((await store.begin(userId)).settled).toBeNull()
    await settled('cleo', 'dora')
    expect((await store.leave('cleo', null)).held).toMatchObject({ pairId: 'cleo+dora' })
    expect((await store.leave('cleo', null)).held).toBeNull()
  })

  it('returns a started pair to members who searched, until it is released', async () => {
    await arrive('ann')
    await store.start(started, ['ann', 'ben'])
    expect(await store.waiting()).toBe(0)
    expect((await store.begin('ann')).settled).toEqual(started)
    expect((await store.begin('ben')).settled).toBeNull()
    expect(await store.arrive(ticketOf('ben'), NEW_POLL, NO_PLACES)).toEqual({ settled: started })
    await store.release({ ...started, pairId: 'another' })
    expect((await store.begin('ann')).settled).toEqual(started)
    await store.release(started)
    expect((await store.begin('ann')).settled).toBeNull()
    expect(await store.arrive(ticketOf('ben'), NEW_POLL, NO_PLACES)).toEqual({
      settled: null,
      ticket: null,
      cancelledById: false,
    })
  })

  it('does not return a started pair to members who were separated since', async () => {
    await store.start(started, ['ann', 'ben'])
    await store.separate('ben', 'cleo')
    expect(await store.arrive(ticketOf('ben'), NEW_POLL, NO_PLACES)).toEqual({ settled: started })
    await store.separate('ann', 'ben')
    expect(await store.arrive(ticketOf('ben'), NEW_POLL, NO_PLACES)).toMatchObject({
      settled: null,
      ticket: null,
    })
  })

  it('refuses a poll that began before the search was ended, and none that began after it', async () => {
    expect(await store.begin('ann')).toEqual({ mark: null, settled: null })
    await store.leave('ann', null)
    expect(await store.arrive(ticketOf('ann'), NEW_POLL, NO_PLACES)).toEqual({
      settled: null,
      ticket: null,
      cancelledById: false,
    })
    const { mark } = await store.begin('ann')
    expect(mark).toEqual(expect.stringMatching(/./))
    expect(await store.arrive(ticketOf('ann'), { mark, searchId: 'search' }, NO_PLACES)).toMatchObject({
      ticket: { userId: 'ann' },
    })
    await store.leave('ann', null)
    expect((await store.begin('ann')).mark).not.toBe(mark)
    expect(await store.arrive(ticketOf('ann'), { mark, searchId: null }, NO_PLACES)).toMatchObject({
      ticket: null,
    })
  })

  it('refuses every poll of a search that was cancelled by its id, and no other search', async () => {
    await store.leave('ann', 'search')
    const { mark } = await store.begin('ann')
    expect(await store.arrive(ticketOf('ann'), { mark, searchId: 'search' }, NO_PLACES)).toEqual({
      settled: null,
      ticket: null,
      cancelledById: true,
    })
    for (const searchId of ['another', null])
      expect(await store.arrive(ticketOf('ann'), { mark, searchId }, NO_PLACES)).toMatchObject({
        ticket: { userId: 'ann' },
      })
    expect(await store.arrive(ticketOf('ben'), { mark: null, searchId: 'search' }, NO_PLACES)).toMatchObject({
      ticket: { userId: 'ben' },
    })
  })

  it('counts a ticket for each of its interests', async () => {
    await arrive('ann', { interests: ['jazz', 'tea'] })
    await arrive('ben', { interests: ['tea'] })
    expect(await counts(['jazz', 'tea', 'jazztea'])).toEqual({ waiting: 2, byInterest: [1, 2, 0] })
    await store.leave('ann', null)
    expect(await counts(['jazz', 'tea'])).toEqual({ waiting: 1, byInterest: [0, 1] })
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

  it('begins a poll without a mark as it arrives, even if a cancel or a chat ended the search before', async () => {
    await store.leave('ann', 'search')
    await store.start(started, ['ann'])
    expect(await store.arrive(ticketOf('ann'), null, NO_PLACES)).toMatchObject({ ticket: { userId: 'ann' } })
  })

  it('returns what is settled when the next look is set', async () => {
    await arrive('ann')
    expect(await store.lookAgain('ann', clock.now())).toBeNull()
    await store.leave('ann', null)
    await store.arrive(ticketOf('ann'), null, NO_PLACES)
    const pair = { pairId: 'ann+ben', a: ticketOf('ann'), b: await arrive('ben') }
    expect(await store.claim(pair, 0)).toBe(true)
    expect(await store.lookAgain('ann', clock.now())).toMatchObject({ pairId: 'ann+ben' })
  })
})
