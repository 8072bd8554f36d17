import { beforeEach, describe, expect, it } from 'vitest'
import type { Matching } from '#server/domains/matching/index.ts'
import type { DomainEvents } from '#server/events.ts'
import { openTickets } from '../../kit/open-tickets.ts'
import { aSeeker } from '../../kit/seeker.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'
import { createToldMatching } from '../../kit/told-searches.ts'

const HOUR = 60 * 60_000

describe.each(TICKET_STORES)('a cancelled search, with the $name store', (kind) => {
  const tickets = openTickets(kind)
  let told: DomainEvents['searchChanged'][]
  let matching: Matching

  beforeEach(() => {
    const { store, clock } = tickets
    const openConversation = async () => ({ conversationId: 'chat' })
    ;({ matching, told } = createToldMatching({ store, clock, openConversation }))
  })

  // covers: beyond-ring-goes-on
  it.each([
    ['cancels it', () => matching.cancel('ben', 'search-1')],
    ['is suspended', () => matching.remove('ben')],
  ])('tells the devices of a member whom it would have rung and who %s, once', async (_, leave) => {
    await matching.findMatch(aSeeker('ben'))
    await matching.setRing('ben', tickets.clock.now() + HOUR)
    told.length = 0
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
    told.length = 0
    await matching.cancel('ann')
    expect(told).toEqual([])
  })
})
