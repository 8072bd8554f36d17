import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TicketStore } from '#server/domains/matching/index.ts'
import type { Ticket } from '#server/domains/matching/ticket.ts'
import { createTestClock, type TestClock } from '../../kit/clock.ts'
import { aSeeker, NEW_POLL, NO_PLACES } from '../../kit/seeker.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'

describe.each(TICKET_STORES)('a claim on the $name store', ({ open }) => {
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

  async function arrive(userId: string, changes: Partial<Ticket> = {}): Promise<Ticket> {
    const now = clock.now()
    const ticket = {
      ...aSeeker(userId),
      ticketId: `ticket-${userId}`,
      waitingSince: now,
      lastSeen: now,
      ...changes,
    }
    await store.arrive(ticket, NEW_POLL, NO_PLACES)
    return ticket
  }
  const claim = (a: Ticket, b: Ticket, seenSince = 0) =>
    store.claim({ pairId: `${a.userId}+${b.userId}`, a, b }, seenSince)

  it('takes both tickets at once, and settles the pair for both', async () => {
    const [ann, ben] = [await arrive('ann'), await arrive('ben')]
    expect(await claim(ann, ben)).toBe(true)
    expect(await store.waiting()).toBe(0)
    for (const userId of ['ann', 'ben'])
      expect((await store.begin(userId)).settled).toMatchObject({ pairId: 'ann+ben' })
    expect(await claim(ann, ben)).toBe(false)
  })

  it('takes neither when either was last seen too long ago', async () => {
    const now = clock.now()
    for (const [ann, ben, claimed] of [
      [now - 1, now, false],
      [now, now - 1, false],
      [now, now, true],
    ] as const) {
      const pair = [await arrive('ann', { lastSeen: ann }), await arrive('ben', { lastSeen: ben })] as const
      expect([ann - now, ben - now, await claim(...pair, now)]).toEqual([ann - now, ben - now, claimed])
      if (!claimed) expect(await store.waiting()).toBe(2)
    }
  })

  it('fails when either has left, or waits in another search', async () => {
    const [ann, ben] = [await arrive('ann'), await arrive('ben')]
    expect(await claim({ ...ann, ticketId: 'another' }, ben)).toBe(false)
    expect(await claim(ann, { ...ben, ticketId: 'another' })).toBe(false)
    await store.leave('ben', null)
    expect(await claim(ann, ben)).toBe(false)
    expect(await claim(ben, ann)).toBe(false)
    expect(await store.waiting()).toBe(1)
  })

  it('fails when either has blocked the other, in the ticket or since', async () => {
    const cleo = await arrive('cleo')
    const [ann, ben] = [await arrive('ann', { blockedIds: ['ben'] }), await arrive('ben')]
    expect(await claim(ann, ben)).toBe(false)
    expect(await claim(ben, ann)).toBe(false)
    await store.block('cleo', 'ben')
    expect(await claim(ben, cleo)).toBe(false)
    expect(await claim(cleo, ben)).toBe(false)
    expect(await claim(ann, cleo)).toBe(true)
  })
})
