import { beforeEach, describe, expect, it } from 'vitest'
import { TIMING } from '#schema/limits.ts'
import { text } from '#schema/translatable.ts'
import type { Matching } from '#server/domains/matching/index.ts'
import { createEventBus, type DomainEvents } from '#server/events.ts'
import { ApiError } from '#server/platform/errors.ts'
import { openTickets } from '../../kit/open-tickets.ts'
import { aSeeker } from '../../kit/seeker.ts'
import { createTestMatching } from '../../kit/test-matching.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe.each(TICKET_STORES)('a search that rings, with the $name store', (kind) => {
  const tickets = openTickets(kind)
  let told: DomainEvents['searchChanged'][]
  let opened: string[]
  let failing: boolean
  let matching: Matching
  beforeEach(() => {
    told = []
    opened = []
    failing = false
    matching = node()
  })

  /** The matching of a node that shares the store. */
  function node() {
    const events = createEventBus({ onError: () => undefined })
    events.on('searchChanged', (event) => {
      if (failing) throw new Error('The node stops.')
      told.push(event)
    })
    return createTestMatching({
      store: tickets.store,
      clock: tickets.clock,
      events,
      connected: tickets.connected,
      async openConversation(a, b) {
        opened.push([a, b].sort().join('+'))
        return { conversationId: [a, b].sort().join('+') }
      },
    })
  }
  const rungOf = (events: readonly DomainEvents['searchChanged'][]) =>
    events.filter(({ state, rungWith }) => state.comeUntil && rungWith).map(({ userId }) => userId)
  const INTERESTS: Record<string, string[]> = { cleo: ['tea'], dora: ['chess'] }
  /** Cleo and Dora have nothing in common, so their searches find each other only after a while. */
  const poll = (userId: string) =>
    matching.findMatch(aSeeker(userId, { interests: INTERESTS[userId] ?? ['jazz'] }))
  const until = () => tickets.clock.now() + 2 * HOUR
  /** Leaves the member searching in a closed app. */
  async function goesAway(userId: string) {
    await poll(userId)
    await matching.setRing(userId, until())
  }
  /** Ben searches in a closed app since ten minutes ago, and Ann's poll finds him. */
  async function ringing() {
    await goesAway('ben')
    tickets.clock.advance(10 * MINUTE)
    told = []
    return poll('ann')
  }

  // covers: beyond-ring-goes-on
  it('goes on without polls until it ends as any other', async () => {
    await goesAway('ben')
    const began = tickets.clock.now()
    tickets.clock.advance(2 * HOUR - 1_000)
    await matching.tick()
    expect(await matching.state('ben')).toMatchObject({
      searching: true,
      ringUntil: new Date(began + 2 * HOUR).toISOString(),
    })
    tickets.clock.advance(TIMING.ticketSeenWithin + 2_000)
    await matching.tick()
    expect(await matching.state('ben')).toMatchObject({ searching: false, ringUntil: null })
  })

  // covers: beyond-ring-goes-on
  it('ends without polls once it is switched off', async () => {
    await goesAway('ben')
    await matching.setRing('ben', null)
    expect(await poll('ben')).not.toHaveProperty('ringUntil')
    tickets.clock.advance(TIMING.ticketSeenWithin + 1_000)
    await matching.tick()
    expect(await matching.state('ben')).toMatchObject({ searching: false })
  })

  // covers: beyond-ring-goes-on
  it('tells a poll until when it goes on', async () => {
    await goesAway('ben')
    const end = until()
    tickets.clock.advance(4_000)
    expect(await poll('ben')).toMatchObject({ status: 'searching', ringUntil: end })
  })

  it('refuses a member who does not search', async () => {
    const refused = matching.setRing('ben', until())
    await expect(refused).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await matching.setRing('ben', null)).toMatchObject({ searching: false })
  })

  // covers: beyond-ring-both-come
  it('rings who is away, and opens nothing before they come', async () => {
    expect(await ringing()).toMatchObject({ status: 'searching', comeUntil: tickets.clock.now() + MINUTE })
    expect(rungOf(told)).toEqual(['ben'])
    expect(told.map(({ userId }) => userId).sort()).toEqual(['ann', 'ben'])
    expect(JSON.stringify(told.map(({ state }) => state))).not.toMatch(/ann|ben/)
    expect(await poll('ann')).toMatchObject({ status: 'searching' })
    expect(opened).toEqual([])
    tickets.clock.advance(TIMING.ticketSeenWithin)
    expect(await poll('ben')).toMatchObject({ status: 'matched', partnerId: 'ann' })
    expect(await poll('ann')).toMatchObject({ status: 'matched', partnerId: 'ben' })
    expect(new Set(opened)).toEqual(new Set(['ann+ben']))
  })

  // covers: beyond-ring-both-come
  it('rings both when both are away', async () => {
    await goesAway('cleo')
    await goesAway('dora')
    tickets.clock.advance(MINUTE)
    await matching.tick()
    expect(rungOf(told).sort()).toEqual(['cleo', 'dora'])
    tickets.clock.advance(5_000)
    expect(await poll('cleo')).toMatchObject({ comeUntil: tickets.clock.now() + 55_000 })
    expect(await poll('dora')).toMatchObject({ status: 'matched' })
  })

  // covers: beyond-ring-both-come
  it('opens nothing while the other has gone again', async () => {
    await ringing()
    tickets.clock.advance(TIMING.ticketSeenWithin + 1)
    expect(await poll('ben')).toMatchObject({ status: 'searching' })
    expect(opened).toEqual([])
    tickets.streams.add('ann')
    expect(await poll('ben')).toMatchObject({ status: 'matched' })
  })

  // covers: beyond-ring-missed
  it('ends the search of who does not come, and keeps the place of the other', async () => {
    await goesAway('cleo')
    await goesAway('dora')
    tickets.clock.advance(MINUTE)
    await matching.tick()
    const rangAt = tickets.clock.now()
    for (const _ of [1, 2, 3, 4, 5, 6]) {
      expect(await poll('cleo')).toMatchObject({ status: 'searching' })
      tickets.clock.advance(10_000)
      await matching.tick()
    }
    expect(await matching.state('dora')).toEqual({
      searching: false,
      waitingSeconds: null,
      ringUntil: null,
      comeUntil: null,
      missedRingAt: new Date(rangAt).toISOString(),
      evening: null,
      exchange: false,
    })
    expect(await matching.state('cleo')).toMatchObject({
      searching: true,
      waitingSeconds: 120,
      comeUntil: null,
      missedRingAt: null,
    })
    expect(opened).toEqual([])
  })

  // covers: beyond-ring-missed
  it('lets who did not come ring no one for half an hour', async () => {
    await ringing()
    tickets.clock.advance(MINUTE)
    await poll('ann')
    await matching.tick()
    await matching.cancel('ann')
    await poll('ben')
    await expect(matching.setRing('ben', until())).rejects.toMatchObject({ code: 'CONFLICT' })
    tickets.clock.advance(TIMING.ringPause)
    await poll('ben')
    expect(await matching.setRing('ben', until())).toMatchObject({ missedRingAt: null })
  })

  // covers: beyond-ring-missed
  it('does not ring the two together again', async () => {
    await ringing()
    await matching.cancel('ann')
    tickets.clock.advance(MINUTE)
    told = []
    await poll('ann')
    tickets.clock.advance(25_000)
    for (const _ of [1, 2, 3]) {
      await poll('ann')
      await matching.tick()
      tickets.clock.advance(5_000)
    }
    expect(rungOf(told)).toEqual([])
    expect(await matching.state('ben')).toMatchObject({ searching: true, comeUntil: null })
  })

  // covers: beyond-ring-cancel
  it.each([
    ['cancels', () => matching.cancel('ann')],
    ['is suspended', () => matching.remove('ann')],
    [
      'starts another chat',
      () => matching.startChat({ starterId: 'ann', partnerId: 'cleo' }, ['ann'], async () => null),
    ],
  ])('puts the other back when a member %s during a ring', async (_, leave) => {
    await ringing()
    await leave()
    expect(await matching.state('ben')).toMatchObject({
      searching: true,
      waitingSeconds: 600,
      comeUntil: null,
      missedRingAt: null,
    })
    expect(await poll('ben')).toMatchObject({ status: 'searching' })
    tickets.clock.advance(2 * MINUTE)
    await matching.tick()
    expect(rungOf(told)).toEqual(['ben'])
    expect(opened.filter((pair) => pair === 'ann+ben')).toEqual([])
  })

  // covers: beyond-ring-cancel
  it.each([
    ['blocks the other', () => matching.block('ann', 'ben')],
    ['ends an earlier chat with the other', () => matching.separate('ann', 'ben')],
  ])('puts both back when one %s', async (_, keepApart) => {
    await ringing()
    await keepApart()
    for (const userId of ['ann', 'ben'])
      expect(await matching.state(userId)).toMatchObject({ searching: true, comeUntil: null })
    await poll('ben')
    expect(opened).toEqual([])
  })

  // covers: beyond-ring-cancel
  it('does not find a member whom the other has blocked since their last poll', async () => {
    await goesAway('ben')
    await goesAway('ann')
    await matching.cancel('ann')
    await matching.block('ann', 'ben')
    tickets.clock.advance(5 * MINUTE)
    told = []
    await poll('ann')
    expect(rungOf(told)).toEqual([])
  })

  // covers: beyond-ring-restart
  it('notifies both from another node when the first one stops between the two', async () => {
    await goesAway('ben')
    failing = true
    await poll('ann')
    failing = false
    tickets.clock.advance(2_000)
    const other = node()
    await other.tick()
    expect(rungOf(told)).toEqual(['ben'])
    await other.tick()
    expect(rungOf(told)).toEqual(['ben'])
  })

  // covers: beyond-ring-restart
  it('opens the chat of two who came to a node that stopped then', async () => {
    await goesAway('ben')
    failing = true
    await poll('ann')
    const { settled } = await tickets.store.begin('ben')
    if (!settled || !('until' in settled) || settled.until === undefined) throw new Error('Ben is not rung.')
    await tickets.store.come(settled, 'ben', tickets.clock.now())
    failing = false
    tickets.clock.advance(2_000)
    await node().tick()
    expect(new Set(opened)).toEqual(new Set(['ann+ben']))
  })

  it('keeps a pair once that may not talk after all', async () => {
    await ringing()
    const refusing = createTestMatching({
      store: tickets.store,
      clock: tickets.clock,
      openConversation: async () => {
        throw new ApiError('FORBIDDEN', text('You cannot chat with this person right now.'))
      },
    })
    expect(await refusing.findMatch(aSeeker('ben'))).toMatchObject({ status: 'searching' })
    expect(await matching.state('ben')).toMatchObject({ searching: true, comeUntil: null })
    expect(await matching.state('ann')).toMatchObject({ searching: true, comeUntil: null })
  })
})
