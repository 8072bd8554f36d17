import { describe, expect, it } from 'vitest'
import type { Seeker } from '#server/domains/matching/index.ts'
import { openTickets } from '../../kit/open-tickets.ts'
import { aSeeker } from '../../kit/seeker.ts'
import { createTestMatching } from '../../kit/test-matching.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'

const MINUTE = 60_000
const evening = '0198a2b4-7c1e-7d35-9f00-6b1f0c2d4e5a'

describe.each(TICKET_STORES)('a ringing pair that met for something, with the $name store', (kind) => {
  const tickets = openTickets(kind)

  // covers: beyond-ring-both-come, beyond-evenings-match, beyond-exchange-matching
  it.each<[string, Partial<Seeker>, Partial<Seeker>, object]>([
    ['an evening', { evening }, { evening }, { eveningId: evening }],
    [
      'an exchange',
      { languages: ['hi'], learning: ['en'] },
      { languages: ['en'], learning: ['hi'] },
      { isExchange: true },
    ],
    ['nothing', {}, {}, {}],
  ])('opens as what both searched for: %s', async (_, bens, anns, expected) => {
    const opened: unknown[] = []
    const matching = createTestMatching({
      store: tickets.store,
      clock: tickets.clock,
      async openConversation(_a, _b, _starters, matchKind) {
        opened.push(matchKind)
        return { conversationId: 'chat' }
      },
    })
    const ben = aSeeker('ben', bens)
    await matching.findMatch(ben)
    await matching.setRing('ben', tickets.clock.now() + 60 * MINUTE)
    tickets.clock.advance(MINUTE)
    expect(await matching.findMatch(aSeeker('ann', anns))).toHaveProperty('comeUntil')
    expect(await matching.findMatch(ben)).toMatchObject({ status: 'matched', partnerId: 'ann' })
    expect(opened).toEqual([expected])
  })
})
