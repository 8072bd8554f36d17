import { afterEach, beforeEach } from 'vitest'
import type { Ticket, TicketStore } from '#server/domains/matching/index.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { aSeeker, NO_PLACES } from './seeker.ts'
import type { StoreKind } from './ticket-stores.ts'

export interface OpenTickets {
  readonly clock: TestClock
  readonly store: TicketStore
  /** The members with an open stream. None at first. */
  readonly streams: Set<string>
  connected(userIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Adds a ticket of a member who has just begun to wait, unless changed. Returns it. */
  arrive(userId: string, changes?: Partial<Ticket>): Promise<Ticket>
}

/** Opens an empty ticket store for each test of the calling suite. Skips the tests where its server is not installed. */
export function openTickets({ open }: StoreKind): OpenTickets {
  let clock: TestClock
  const streams = new Set<string>()
  let opened: { store: TicketStore; close(): Promise<void> } | null
  beforeEach(async (context) => {
    clock = createTestClock()
    streams.clear()
    opened = await open(clock)
    if (!opened) context.skip('redis-server is not installed')
  })
  afterEach(() => opened?.close())
  const store = () => {
    if (!opened) throw new Error('There is no open ticket store.')
    return opened.store
  }
  return {
    get clock() {
      return clock
    },
    get store() {
      return store()
    },
    streams,
    connected: async (userIds) => new Set(userIds.filter((userId) => streams.has(userId))),
    async arrive(userId, changes = {}) {
      const now = clock.now()
      const times = { ticketId: `ticket-${userId}`, waitingSince: now, lastSeen: now }
      const ticket = { ...aSeeker(userId), ...times, ...changes }
      const { mark } = await store().begin(userId)
      await store().arrive(ticket, { mark, searchId: null }, NO_PLACES)
      return ticket
    },
  }
}
