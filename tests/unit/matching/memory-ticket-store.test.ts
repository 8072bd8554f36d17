import { describe, expect, it } from 'vitest'
import { createMemoryTicketStore } from '#server/domains/matching/index.ts'
import type { Ticket } from '#server/domains/matching/ticket.ts'
import { createTestClock } from '../../kit/clock.ts'
import { aSeeker, NEW_POLL, NO_PLACES, placesOf } from '../../kit/seeker.ts'

const MINUTE = 60_000

// Redis expires these keys itself.
describe('the memory store', () => {
  it('forgets a meeting a day after its start or half an hour after its end, and a settled pair and a block after a minute', async () => {
    const clock = createTestClock()
    const store = createMemoryTicketStore({ clock })
    const now = clock.now()
    const [a, b] = ['ann', 'ben'].map((userId) => ({
      ...aSeeker(userId),
      ticketId: `ticket-${userId}`,
      waitingSince: now,
      lastSeen: now,
    })) as [Ticket, Ticket]
    for (const ticket of [a, b]) await store.arrive(ticket, NEW_POLL, NO_PLACES)
    expect(await store.claim({ pairId: 'ann+ben', a, b }, 0)).toBe(true)
    const meetings = async () => {
      for (const { userId } of [a, b]) await store.leave(userId, null)
      await store.arrive(b, null, NO_PLACES)
      const { found } = await store.candidates(a, placesOf('interest:jazz:Female:all', 0, 1))
      return found.filter(({ metLately }) => metLately).length
    }
    clock.advance(MINUTE - 1)
    expect((await store.begin('ann')).settled).toMatchObject({ pairId: 'ann+ben' })
    clock.advance(1)
    expect((await store.begin('ann')).settled).toBeNull()
    clock.advance(24 * 60 * MINUTE - MINUTE - 1)
    expect(await meetings()).toBe(1)
    clock.advance(1)
    expect(await meetings()).toBe(0)
    await store.separate('ann', 'ben')
    clock.advance(30 * MINUTE - 1)
    expect(await meetings()).toBe(1)
    clock.advance(1)
    expect(await meetings()).toBe(0)
    await store.block('ann', 'ben')
    for (const ticket of [a, b]) await store.arrive(ticket, null, NO_PLACES)
    clock.advance(MINUTE - 1)
    expect(await store.claim({ pairId: 'again', a, b }, 0)).toBe(false)
    clock.advance(1)
    expect(await store.claim({ pairId: 'again', a, b }, 0)).toBe(true)
  })
})
