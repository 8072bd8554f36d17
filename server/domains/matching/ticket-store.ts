import type { QueueToSearch, Settled, SettledPair, StartedPair, Ticket } from './ticket.ts'

/** What a poll knows of when it began. */
export interface Poll {
  /** The mark of the member's last cancel when the poll began; null without one. */
  mark: string | null
  /** Names the search, where the client gives its searches names. */
  searchId: string | null
}

export type Arrival =
  | { settled: Settled }
  | { settled: null; ticket: Ticket }
  /** Nothing was added: the member ended their search after the poll began, or cancelled it by its id. */
  | { settled: null; ticket: null; cancelledById: boolean }

export interface Candidates {
  /** The members in the ranges, each once, in no particular order. */
  tickets: Ticket[]
  /** For each queue, `waitingSince` of the last place read; null when the queue has no more places. */
  ends: (number | null)[]
}

/**
 * The narrow port under matching: it keeps tickets and queues and does what must happen at once. It decides nothing.
 * Every method is atomic.
 */
export interface TicketStore {
  /** Returns the member's cancel mark, for `arrive`, and what is settled for them. Called before anything else of a poll. */
  begin(userId: string): Promise<{ mark: string | null; settled: Settled | null }>
  /**
   * Adds a ticket, or refreshes the one that waits (keeping its waitingSince). Does neither while a pair is settled, nor
   * for a poll that `leave` or `start` has overtaken; a poll that `start` has overtaken gets the started pair.
   */
  arrive(ticket: Ticket, poll: Poll): Promise<Arrival>
  /**
   * Takes the ticket away, and refuses every poll that began before, or that ever arrives with this search id. Returns
   * a settled pair once and forgets it for this member.
   */
  leave(userId: string, searchId: string | null): Promise<Settled | null>
  /**
   * Takes the tickets of these members of the pair away. Each of them who had one, or has a poll under way, is told of
   * the started pair at their next poll. What was settled for them before stays.
   */
  start(pair: StartedPair, members: readonly string[]): Promise<void>
  /** Forgets a started pair for both members, where it is still what they would be told. */
  release(pair: StartedPair): Promise<void>
  /** Takes an outdated ticket away, unless it was refreshed meanwhile. */
  expire(userId: string, seenBefore: number): Promise<void>
  /** Reads ranges of queues; leaves out the members in `except`. */
  candidates(queues: readonly QueueToSearch[], except: readonly string[]): Promise<Candidates>
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

/** A cancel is remembered for longer than any request is under way. */
export const CANCEL_KEPT_FOR = 5 * 60_000

/** How many cancelled searches of one member are remembered by name. */
export const CANCELLED_SEARCHES_KEPT = 16
