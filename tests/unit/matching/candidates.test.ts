import { beforeEach, describe, expect, it } from 'vitest'
import { TIMING } from '#schema/limits.ts'
import { candidatesFor } from '#server/domains/matching/candidates.ts'
import { createMemoryTicketStore, type TicketStore } from '#server/domains/matching/index.ts'
import type { Ticket } from '#server/domains/matching/ticket.ts'
import { createTestClock, type TestClock } from '../../kit/clock.ts'
import { aSeeker, NEW_POLL } from '../../kit/seeker.ts'

let clock: TestClock
let store: TicketStore
beforeEach(() => {
  clock = createTestClock()
  store = createMemoryTicketStore({ clock })
})

async function arrive(userId: string, changes: Partial<Ticket> = {}): Promise<Ticket> {
  const now = clock.now()
  const times = { ticketId: `ticket-${userId}`, waitingSince: now, lastSeen: now }
  const ticket = { ...aSeeker(userId), ...times, ...changes }
  await store.arrive(ticket, NEW_POLL)
  return ticket
}
const found = async (ticket: Ticket) => {
  const ids: string[] = []
  for await (const { ticket: other } of candidatesFor({ store, clock }, ticket)) ids.push(other.userId)
  return ids
}

describe('the candidates of a search', () => {
  it('come once each, from however many queues and rounds', async () => {
    const waitingSince = clock.now() - 25_000
    const crowd = Array.from({ length: 12 }, (_, index) => `member ${index}`)
    for (const userId of crowd) await arrive(userId, { waitingSince })
    const ids = await found(await arrive('ann', { waitingSince }))
    expect(ids.toSorted()).toEqual(crowd.toSorted())
  })

  it('were seen in the last fifteen seconds, and others leave the search', async () => {
    const now = clock.now()
    await arrive('ben', { lastSeen: now - TIMING.ticketSeenWithin })
    await arrive('cleo', { lastSeen: now - TIMING.ticketSeenWithin - 1 })
    expect(await found(await arrive('ann'))).toEqual(['ben'])
    expect(await store.ticket('cleo')).toBeNull()
    expect(await store.ticket('ben')).not.toBeNull()
  })

  it('have not blocked the member, and are not blocked by them', async () => {
    await arrive('ben', { blockedIds: ['ann'] })
    await arrive('cleo')
    await arrive('dora')
    expect(await found(await arrive('ann', { blockedIds: ['cleo'] }))).toEqual(['dora'])
  })

  it('may have as little in common as the one who waited longer has come to accept', async () => {
    const nothing = { interests: ['tea'], lookingFor: [] }
    await arrive('ben', { ...nothing, waitingSince: clock.now() - 20_000 })
    await arrive('cleo', { ...nothing, waitingSince: clock.now() - 19_999 })
    expect(await found(await arrive('ann'))).toEqual(['ben'])
    const patient = await arrive('dora', { waitingSince: clock.now() - 20_000 })
    expect((await found(patient)).toSorted()).toEqual(['ann', 'ben', 'cleo'])
  })
})
