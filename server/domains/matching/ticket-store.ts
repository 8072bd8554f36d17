import type { EndedSearch } from './ended-search.ts'
import type {
  CandidateTicket,
  Held,
  QueueToSearch,
  RingingPair,
  SettledPair,
  StartedPair,
  Ticket,
} from './ticket.ts'

/** Identifies when a poll began. */
export interface Poll {
  /** The mark of the member's last cancel when the poll began; null without one. */
  mark: string | null
  /** Names the search, where the client gives its searches names. */
  searchId: string | null
}

export type Arrival =
  | { settled: Held }
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

/** What is kept of a member's search. */
export interface KeptSearch {
  ticket: Ticket | null
  held: Held | null
  /** When the member was last rung and did not come. */
  missedRingAt: number | null
}

/** What `leave` ended. */
export interface Left {
  /** The settled or ringing pair; null without one. */
  held: Held | null
  /** Whether the search went on without polls: other devices of the member show it. */
  wentOn: boolean
}

/** A member of a ringing pair. */
export interface Rung {
  userId: string
  /** When they last polled during the ring; null if they did not. */
  came: number | null
}

/** The part of the ticket store that keeps members who are rung. */
export interface RingStore {
  /** Reads everything that is kept of a member's search. */
  search(userId: string): Promise<KeptSearch>
  /**
   * Sets until when the search of a waiting member goes on without polls; null: no longer. Does neither without a ticket,
   * during a ring, or for a member who missed one since `missedSince`.
   */
  setRing(
    userId: string,
    ring: { until: number | null; now: number; missedSince: number },
  ): Promise<'done' | 'ringing' | 'missed' | 'none'>
  /** Records that the member of a ringing pair is there. Returns when the other came; null if the ring is over. */
  come(
    pair: RingingPair,
    userId: string,
    at: number,
  ): Promise<{ otherCame: number | null; waitingSince: number; ringUntil: number | null } | null>
  /**
   * Settles a ringing pair when both came. Null if one has left or blocked the other since. Returns since when
   * each waited.
   */
  settle(pair: RingingPair): Promise<{ waitingSince: number }[] | null>
  /**
   * Ends a ring. Those of `stay`, and those who came since `seenSince`, go back to their places. The searches of the others
   * end, and those who were to be rung have missed it. Returns false when the ring was over.
   */
  endRing(pair: RingingPair, end: { seenSince: number; stay: readonly string[] }): Promise<boolean>
  /** Returns up to `limit` ringing pairs that are not announced, or are over. */
  dueRings(now: number, limit: number): Promise<{ pair: RingingPair; members: Rung[] }[]>
  /** The pair is due again when its ring is over. */
  announced(pair: RingingPair): Promise<void>
}

/**
 * The port under matching: keeps tickets and queues. It makes no decisions, and every method is atomic. The step that removes
 * a ticket also records the end of its search, once for each search.
 */
export interface TicketStore extends RingStore {
  /** Returns the member's cancel mark, for `arrive`, and what is settled for them. Called before anything else of a poll. */
  begin(userId: string): Promise<{ mark: string | null; settled: Held | null }>
  /**
   * Adds a ticket, or refreshes the one that waits, and reads the first round of its search. A refreshed ticket keeps its
   * waitingSince. It keeps its id unless the profile has changed: a search that read the earlier profile must not claim it.
   * Does neither while a pair is settled, nor for a poll that `leave` or `start` has overtaken; a poll that `start` has
   * overtaken gets the started pair. A poll of null begins now.
   */
  arrive(ticket: Ticket, poll: Poll | null, reading: Reading): Promise<Arrival>
  /**
   * Removes the ticket, and refuses every poll that began before or has this search id. Returns a settled pair once and
   * forgets it for this member. Ends a ring: the other member goes back to their place.
   */
  leave(userId: string, searchId: string | null): Promise<Left>
  /**
   * Removes the tickets of these members of the pair. The next poll of a member who had one, or has a poll under way,
   * returns the started pair. Ends their rings as `leave` does. Pairs that were settled before stay. The two of the pair count as met, as after a claim.
   */
  start(pair: StartedPair, members: readonly string[]): Promise<void>
  /** Forgets a started pair for both members, unless a newer one has replaced it. They count as met as after `separate`. */
  release(pair: StartedPair): Promise<void>
  /**
   * Takes a waiting ticket out of its evening, unless its profile has changed since. It keeps its place. It gets this new id,
   * because a search that read the evening must not claim it.
   */
  leaveEvening(ticket: Ticket, ticketId: string): Promise<boolean>
  /** Removes an outdated ticket, unless it was refreshed since. */
  expire(userId: string, seenBefore: number): Promise<void>
  /** Reads a round of the search of this ticket. */
  candidates(ticket: Ticket, reading: Reading): Promise<Round>
  /**
   * Removes both tickets and settles the pair for both members, if both tickets still wait and were seen since
   * `seenSince`, and neither member has blocked the other. The two count as met until `separate`, or `OPEN_FOR_AT_MOST`.
   * If one of them will be rung, the two ring until `ringUntil` instead, and nothing is settled; not without `ringUntil`,
   * and not if they rang in vain within `TIMING.ringPause`.
   */
  claim(pair: SettledPair, seenSince: number, ringUntil?: number): Promise<boolean | RingingPair>
  /**
   * Puts back the tickets that the claim took, of those for whom this pair is still settled; they will not meet again in
   * this search, and count as met as after `separate`.
   */
  undo(pair: SettledPair): Promise<void>
  /** Forgets a pair of these two that is settled for either, and counts them as met for `TIMING.rematchAfter` from now. */
  separate(userA: string, userB: string): Promise<void>
  /** Prevents claims of the two with each other, also by a search that read its candidates before the block, and rings. */
  block(userA: string, userB: string): Promise<void>
  ticket(userId: string): Promise<Ticket | null>
  /** Returns up to `limit` members whose search is due, the most overdue first. */
  due(now: number, limit: number): Promise<string[]>
  /** Sets when the search of a waiting member is due again. Returns what is settled for the member. */
  lookAgain(userId: string, at: number): Promise<Held | null>
  waiting(): Promise<number>
  longestWaiting(limit: number): Promise<Ticket[]>
  /** Returns up to `limit` searches that ended after this place, in their order. Null: from the first one. */
  ended(after: string | null, limit: number): Promise<EndedSearch[]>
  /** Forgets the searches that ended up to this place. */
  forgetEnded(upTo: string): Promise<void>
}

/** A new block is kept this long, in milliseconds. Within seconds, every refreshed ticket carries it. */
export const BLOCK_KEPT_FOR = 60_000

/** A ticket that goes on without polls does not carry new blocks. They are kept this long for rings, in milliseconds. */
export const RING_BLOCK_KEPT_FOR = 24 * 60 * 60_000

/** How long two members count as met while the end of their conversation is not known, in milliseconds. */
export const OPEN_FOR_AT_MOST = 24 * 60 * 60_000

/** A settled pair is kept this long for the polls of its members, in milliseconds. */
export const SETTLED_FOR = 60_000

/** How long a cancel is remembered, in milliseconds: longer than any request takes. */
export const CANCEL_KEPT_FOR = 5 * 60_000

/** How many cancelled searches of one member are remembered by name. */
export const CANCELLED_SEARCHES_KEPT = 16

/** Another node announces a ring when the one that made it has not within this time, in milliseconds. */
export const RING_ANNOUNCED_WITHIN = 2_000
