import type { EndedSearch } from './ended-search.ts'
import type { CandidateTicket, QueueToSearch, Settled, SettledPair, StartedPair, Ticket } from './ticket.ts'

/** Identifies when a poll began. */
export interface Poll {
  /** The mark of the member's last cancel when the poll began; null without one. */
  mark: string | null
  /** Names the search, where the client gives its searches names. */
  searchId: string | null
}

export type Arrival =
  | { settled: Settled }
  | { settled: null; ticket: Ticket; round: Round }
  /** Nothing was added: the member ended their search after the poll began, or cancelled it by its id. */
  | { settled: null; ticket: null; cancelledById: boolean }

/** What one round of a search reads. */
export interface Reading {
  queues: readonly QueueToSearch[]
  /** Tickets that were last seen before are outdated. */
  seenSince: number
}

export interface Round {
  /**
   * The members in the ranges, each once, in no particular order: without the searching member, those whom a block of
   * either side keeps apart, and those whose tickets are outdated.
   */
  found: { ticket: CandidateTicket; metLately: boolean }[]
  /** The members in the ranges whose tickets are outdated. */
  outdated: string[]
  /** For each queue, whether places may be left behind the range. */
  more: boolean[]
  /** The number of waiting tickets, in all and for each interest of the searching member. */
  waiting: number
  byInterest: number[]
}

/**
 * The port under matching: keeps tickets and queues. It makes no decisions, and every method is atomic. The step that removes
 * a ticket also records the end of its search, once for each search.
 */
export interface TicketStore {
  /** Returns the member's cancel mark, for `arrive`, and what is settled for them. Called before anything else of a poll. */
  begin(userId: string): Promise<{ mark: string | null; settled: Settled | null }>
  /**
   * Adds a ticket, or refreshes the one that waits, and reads the first round of its search. A refreshed ticket keeps its
   * waitingSince. It keeps its id unless the profile has changed: a search that read the earlier profile must not claim it.
   * Does neither while a pair is settled, nor for a poll that `leave` or `start` has overtaken; a poll that `start` has
   * overtaken gets the started pair. A poll of null begins now.
   */
  arrive(ticket: Ticket, poll: Poll | null, reading: Reading): Promise<Arrival>
  /**
   * Removes the ticket, and refuses every poll that began before or has this search id. Returns a settled pair once and
   * forgets it for this member.
   */
  leave(userId: string, searchId: string | null): Promise<Settled | null>
  /**
   * Removes the tickets of these members of the pair. The next poll of a member who had one, or has a poll under way,
   * returns the started pair. Pairs that were settled before stay. The two of the pair count as met, as after a claim.
   */
  start(pair: StartedPair, members: readonly string[]): Promise<void>
  /** Forgets a started pair for both members, unless a newer one has replaced it. They count as met as after `separate`. */
  release(pair: StartedPair): Promise<void>
  /** Removes an outdated ticket, unless it was refreshed since. */
  expire(userId: string, seenBefore: number): Promise<void>
  /** Reads a round of the search of this ticket. */
  candidates(ticket: Ticket, reading: Reading): Promise<Round>
  /**
   * Removes both tickets and settles the pair for both members, if both tickets still wait and were seen since
   * `seenSince`, and neither member has blocked the other. The two count as met until `separate`, or `OPEN_FOR_AT_MOST`.
   */
  claim(pair: SettledPair, seenSince: number): Promise<boolean>
  /**
   * Puts back the tickets that the claim took, of those for whom this pair is still settled; they will not meet again in
   * this search, and count as met as after `separate`.
   */
  undo(pair: SettledPair): Promise<void>
  /** Forgets a pair of these two that is settled for either, and counts them as met for `TIMING.rematchAfter` from now. */
  separate(userA: string, userB: string): Promise<void>
  /** Prevents claims of the two with each other, also by a search that read its candidates before the block. */
  block(userA: string, userB: string): Promise<void>
  ticket(userId: string): Promise<Ticket | null>
  /** Returns up to `limit` members whose search is due, the most overdue first. */
  due(now: number, limit: number): Promise<string[]>
  /** Sets when the search of a waiting member is due again. Returns what is settled for the member. */
  lookAgain(userId: string, at: number): Promise<Settled | null>
  waiting(): Promise<number>
  longestWaiting(limit: number): Promise<Ticket[]>
  /** Returns up to `limit` searches that ended after this place, in their order. Null: from the first one. */
  ended(after: string | null, limit: number): Promise<EndedSearch[]>
  /** Forgets the searches that ended up to this place. */
  forgetEnded(upTo: string): Promise<void>
}

/** A new block is kept this long, in milliseconds. Within seconds, every refreshed ticket carries it. */
export const BLOCK_KEPT_FOR = 60_000

/** How long two members count as met while the end of their conversation is not known, in milliseconds. */
export const OPEN_FOR_AT_MOST = 24 * 60 * 60_000

/** A settled pair is kept this long for the polls of its members, in milliseconds. */
export const SETTLED_FOR = 60_000

/** How long a cancel is remembered, in milliseconds: longer than any request takes. */
export const CANCEL_KEPT_FOR = 5 * 60_000

/** How many cancelled searches of one member are remembered by name. */
export const CANCELLED_SEARCHES_KEPT = 16
