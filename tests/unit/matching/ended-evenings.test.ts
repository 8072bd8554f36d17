import { beforeEach, describe, expect, it } from 'vitest'
import type { Matching } from '#server/domains/matching/index.ts'
import type { DomainEvents } from '#server/events.ts'
import { openTickets } from '../../kit/open-tickets.ts'
import { anOnlooker, aSeeker, NEW_POLL, NO_PLACES, placesOf } from '../../kit/seeker.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'
import { createToldMatching } from '../../kit/told-searches.ts'

const MINUTE = 60_000
const evening = '0198a2b4-7c1e-7d35-9f00-6b1f0c2d4e5a'

describe.each(TICKET_STORES)('a search that rings within an evening, with the $name store', (kind) => {
  const tickets = openTickets(kind)
  let endsAt: number
  let told: DomainEvents['searchChanged'][]
  let matching: Matching
  let opened: unknown[]

  beforeEach(() => {
    opened = []
    endsAt = tickets.clock.now() + 60 * MINUTE
    const { store, clock } = tickets
    const runningEvening = async (id: string) =>
      clock.now() < endsAt ? { id, topic: 'Jazz', endsAt: new Date(endsAt).toISOString() } : null
    ;({ matching, told } = createToldMatching({
      store,
      clock,
      runningEvening,
      async openConversation(_a, _b, _starters, matchKind) {
        opened.push(matchKind)
        return { conversationId: 'chat' }
      },
    }))
  })
  const within = (userId: string) => aSeeker(userId, { interests: [userId], lookingFor: [], evening })
  /** Leaves the member searching within the evening in a closed app. */
  async function goesAway(userId: string) {
    await matching.findMatch(within(userId))
    await matching.setRing(userId, tickets.clock.now() + 120 * MINUTE)
    told.length = 0
  }

  // covers: beyond-ring-evening-over
  it('keeps it while it runs, and goes on in its place without it afterwards, without a poll', async () => {
    await goesAway('ben')
    tickets.clock.advance(59 * MINUTE)
    await matching.tick()
    expect(await tickets.store.ticket('ben')).toMatchObject({ evening })
    expect(told).toEqual([])
    tickets.clock.advance(MINUTE)
    await matching.tick()
    expect((await tickets.store.ticket('ben'))?.evening ?? null).toBeNull()
    const state = { searching: true, waitingSeconds: 3_600, evening: null, ringUntil: expect.any(String) }
    expect(told).toMatchObject([{ userId: 'ben', state }])
    tickets.clock.advance(5_000)
    await matching.tick()
    expect(told).toHaveLength(1)
  })

  // covers: beyond-ring-evening-over
  it('shows none at once, before its ticket has left it', async () => {
    await goesAway('ben')
    tickets.clock.advance(60 * MINUTE)
    expect(await matching.state('ben')).toMatchObject({ searching: true, evening: null })
  })

  // covers: beyond-ring-evening-over
  it('leaves the queue of the topic afterwards, and is still found by its interests', async () => {
    await goesAway('ben')
    tickets.clock.advance(60 * MINUTE)
    await matching.tick()
    const reading = placesOf(`evening:${evening}:Female:all`, 0, 5)
    expect((await tickets.store.candidates(anOnlooker(), reading)).found).toEqual([])
    expect(await matching.findMatch(aSeeker('cleo', { interests: ['ben'] }))).toHaveProperty('comeUntil')
    expect(await matching.findMatch(within('ben'))).toMatchObject({ status: 'matched', partnerId: 'cleo' })
    expect(opened).toEqual([{}])
  })

  it('refuses the claim of a search that read it within the evening', async () => {
    await goesAway('ben')
    const ben = await tickets.store.ticket('ben')
    tickets.clock.advance(60 * MINUTE)
    await matching.tick()
    const ann = await tickets.arrive('ann', { evening })
    if (!ben) throw new Error('Ben does not search.')
    const pair = { pairId: 'ann+ben', a: ann, b: ben, evening }
    expect(await tickets.store.claim(pair, 0, tickets.clock.now() + MINUTE)).toBe(false)
  })

  it('keeps what a poll has changed since it was read', async () => {
    await goesAway('ben')
    const ben = await tickets.store.ticket('ben')
    if (!ben) throw new Error('Ben does not search.')
    const changed = { ...ben, interests: ['tea'], ticketId: 'later' }
    await tickets.store.arrive(changed, NEW_POLL, NO_PLACES)
    expect(await tickets.store.leaveEvening(ben, 'newest')).toBe(false)
    expect(await tickets.store.ticket('ben')).toMatchObject({
      ticketId: 'later',
      interests: ['tea'],
      evening,
    })
    await tickets.store.leave('ben', null)
    expect(await tickets.store.leaveEvening(changed, 'newest')).toBe(false)
    expect(await tickets.store.waiting()).toBe(0)
  })
})
