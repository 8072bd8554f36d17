import type { CancelMarks } from './memory-cancel-marks.ts'
import type { EndedSearches } from './memory-ended-searches.ts'
import type { ExpiringMap } from './memory-expiring-map.ts'
import type { MemoryRings } from './memory-rings.ts'
import type { MemoryTickets } from './memory-tickets.ts'
import type { Settled, Ticket } from './ticket.ts'

/** What the memory of a single node keeps of its searches. */
export interface MemoryState {
  readonly tickets: MemoryTickets
  readonly cancels: CancelMarks
  readonly ended: EndedSearches
  readonly rings: MemoryRings
  /** The pair that is settled for a member, by user id. */
  readonly settled: ExpiringMap<Settled>
  /** The ticket that the last claim took from a member, by user id. */
  readonly taken: ExpiringMap<Ticket>
  /** Pairs whose conversation is open, pairs who met lately and pairs with a new block, by `pairKey`. */
  readonly together: ExpiringMap<true>
  readonly met: ExpiringMap<true>
  readonly blocks: ExpiringMap<true>
}

/** Removes the ticket of a member whose search ends without a partner. */
export function remove({ tickets, ended }: MemoryState, userId: string) {
  const ticket = tickets.get(userId)
  if (ticket) ended.record(ticket, { ended: ticket.lastSeen, found: false })
  tickets.remove(userId)
}
