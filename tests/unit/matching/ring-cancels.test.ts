import { beforeEach, describe, expect, it } from 'vitest'
import type { Matching } from '#server/domains/matching/index.ts'
import { createEventBus, type DomainEvents } from '#server/events.ts'
import { openTickets } from '../../kit/open-tickets.ts'
import { aSeeker } from '../../kit/seeker.ts'
import { createTestMatching } from '../../kit/test-matching.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'

const HOUR = 60 * 60_000

describe.each(TICKET_STORES)('a cancelled search, with the $name store', (kind) => {
  const tickets = openTickets(kind)
  let told: DomainEvents['searchChanged'][]
  let matching: Matching

  beforeEach(() => {
    told = []
    const events = createEventBus({ onError: () => undefined })
    events.on('searchChanged', (event) => void told.push(event))
    matching = createTestMatching({
      store: tickets.store,
      clock: tickets.clock,
      events,
      openConversation: async () => ({ conversationId: 'chat' }),
    })
  })

  // covers: beyond-ring-goes-on
  it.each([
    ['cancels it', () => matching.cancel('ben', 'search-1')],
    ['is suspended', () => matching.remove('ben')],
  ])('tells the devices of a member whom it would have rung and who %s, once', async (_, leave) => {
    await matching.findMatch(aSeeker('ben'))
    await matching.setRing('ben', tickets.clock.now() + HOUR)
    told = []
    await leave()
    const state = { searching: false, ringUntil: null }
    expect(told).toMatchObject([{ userId: 'ben', state, rungWith: null }])
    await leave()
    expect(told).toHaveLength(1)
  })

  it('tells no device if it was an ordinary one', async () => {
    await matching.findMatch(aSeeker('ben'))
    await matching.cancel('ben')
    await matching.findMatch(aSeeker('ann'))
    await matching.setRing('ann', tickets.clock.now() + HOUR)
    await matching.setRing('ann', null)
    told = []
    await matching.cancel('ann')
    expect(told).toEqual([])
  })
})
