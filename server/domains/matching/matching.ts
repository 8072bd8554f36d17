import type { Clock } from '#server/platform/clock.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { Seeker, Ticket } from './ticket.ts'
import type { Poll, TicketStore } from './ticket-store.ts'

export interface Matched {
  status: 'matched'
  conversationId: string
  partnerId: string
}

export interface Searching {
  status: 'searching'
  waitingSince: number
}

export interface Matching {
  /**
   * Begins a poll. Call it before anything else is awaited: a later cancel, or a later chat from a list, then overtakes
   * the poll. Returns a match that exists already, whatever limits apply to the member now.
   */
  begin(userId: string, searchId?: string | null): Promise<{ poll: Poll; matched: Matched | null }>
  /**
   * Refreshes the member's ticket and tries to match it. Clients repeat it every few seconds. Without `poll`, the poll
   * begins now.
   * @throws ApiError CONFLICT for a search that was cancelled by its id
   */
  find(seeker: Seeker, poll?: Poll | null): Promise<Matched | Searching>
  /**
   * Removes the ticket. Polls that began before, and all polls with this search id, cannot add it again. Returns a match
   * that came first, for the caller to leave.
   */
  cancel(userId: string, searchId?: string | null): Promise<Matched | { status: 'cancelled' }>
  /**
   * Opens a chat from a list, after removing the tickets of `members`. Their polls under way, and the next poll of a
   * member whose ticket waited, return this chat.
   */
  startChat<Opened>(
    pair: { starterId: string; partnerId: string },
    members: readonly string[],
    open: () => Promise<Opened>,
  ): Promise<Opened>
  /** Removes the ticket and the settled pair of a member who was suspended or whose account closed. */
  remove(userId: string): Promise<void>
  /** Forgets the settled pair of two members whose conversation ended. The next search does not return it. */
  forget(userA: string, userB: string): Promise<void>
  block(userA: string, userB: string): Promise<void>
  waiting(): Promise<number>
  longestWaiting(limit: number): Promise<Ticket[]>
  /** Tries to match a bounded number of waiting tickets, the most overdue first. */
  tick(): Promise<void>
  start(): void
  [Symbol.asyncDispose](): Promise<void>
}

export interface MatchingDeps {
  store: TicketStore
  clock: Clock
  /** Returns those of the members who have an open stream. */
  connected(userIds: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Idempotent; notifies both members. The conversation counts towards the daily limit of the starters.
   * @throws ApiError when the two may not talk
   */
  openConversation(
    userA: string,
    userB: string,
    starters: readonly string[],
  ): Promise<{ conversationId: string }>
  onError(error: unknown): void
  metrics?: Metrics | undefined
}
