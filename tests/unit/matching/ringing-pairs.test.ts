import { describe, expect, it } from 'vitest'
import { refOf, settledPairOf } from '#server/domains/matching/ticket.ts'
import { openTickets } from '../../kit/open-tickets.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'

const MINUTE = 60_000

describe.each(TICKET_STORES)('a ringing pair in the $name store', (kind) => {
  const tickets = openTickets(kind)

  /** Rings the two in the store alone, as a node that stops at once. */
  async function rungPair() {
    const now = tickets.clock.now()
    const [a, b] = [await tickets.arrive('ann'), await tickets.arrive('ben')]
    await tickets.store.setRing('ben', { until: now + 60 * MINUTE, now, missedSince: 0 })
    const pair = await tickets.store.claim({ pairId: 'ring', a: refOf(a), b: refOf(b) }, 0, now + MINUTE)
    if (typeof pair === 'boolean') throw new Error('The two do not ring.')
    return pair
  }

  // covers: beyond-ring-once
  it('settles a pair once, and only after both came', async () => {
    const pair = await rungPair()
    expect(await tickets.store.claim(settledPairOf(pair), 0, pair.until)).toBe(false)
    expect(await tickets.store.settle(pair)).toBeNull()
    await tickets.store.come(pair, 'ann', tickets.clock.now())
    expect(await tickets.store.settle(pair)).toBeNull()
    await tickets.store.come(pair, 'ben', tickets.clock.now())
    expect(await tickets.store.settle(pair)).toHaveLength(2)
    expect(await tickets.store.settle(pair)).toBeNull()
    expect(await tickets.store.endRing(pair, { seenSince: 0, stay: [] })).toBe(false)
    expect((await tickets.store.begin('ben')).settled).toEqual(settledPairOf(pair))
  })

  // covers: beyond-ring-cancel
  it('settles no pair after a block', async () => {
    const pair = await rungPair()
    for (const userId of ['ann', 'ben']) await tickets.store.come(pair, userId, tickets.clock.now())
    await tickets.store.block('ben', 'ann')
    expect(await tickets.store.settle(pair)).toBeNull()
  })
})
