import type { QueueToSearch, SettledPair, Ticket } from './ticket.ts'

export type Arrival = { settled: SettledPair } | { settled: null; ticket: Ticket }

/**
 * The narrow port under matching: it keeps tickets and queues and does what must happen at once. It decides nothing.
 * Every method is atomic.
 */
export interface TicketStore {
  /** Adds a ticket, or refreshes the one that waits (keeping its waitingSince). Does neither while a pair is settled. */
  arrive(ticket: Ticket): Promise<Arrival>
  /** Takes the ticket away. A settled pair is handed back once and forgotten for this person. */
  leave(userId: string): Promise<SettledPair | null>
  /** Takes an outdated ticket away, unless it was refreshed meanwhile. */
  expire(userId: string, seenBefore: number): Promise<void>
  /** From the heads of the queues, each person once. */
  candidates(queues: readonly QueueToSearch[]): Promise<Ticket[]>
  /** How many wait in all, and for each of these interests. */
  counts(interests: readonly string[]): Promise<{ waiting: number; byInterest: number[] }>
  /** Which of these people this one met within the last half hour. */
  metLately(userId: string, others: readonly string[]): Promise<Set<string>>
  /**
   * Takes both tickets and settles the pair for both, if both still wait with these very tickets, were seen since
   * `seenSince` and neither has blocked the other.
   */
  claim(pair: SettledPair, seenSince: number): Promise<boolean>
  /** Puts back the tickets of those for whom this pair is still settled; they will not meet again in this search. */
  undo(pair: SettledPair): Promise<void>
  /** Forgets a settled pair of these two, for the first of them. */
  forget(userId: string, partnerId: string): Promise<void>
  /** Neither will be claimed with the other, also by a search that began before it knew of the block. */
  block(userA: string, userB: string): Promise<void>
  ticket(userId: string): Promise<Ticket | null>
  /** Up to `limit` people to look at again by now, the most overdue first; they are due again at `again`. */
  due(now: number, limit: number): Promise<string[]>
  lookAgain(userId: string, at: number): Promise<void>
  waiting(): Promise<number>
  longestWaiting(limit: number): Promise<Ticket[]>
}

/** A new block is kept this long; every ticket brings its own list again within seconds. */
export const BLOCK_KEPT_FOR = 60_000

/** A settled pair waits this long for whoever was not told of it. */
export const SETTLED_FOR = 60_000
