import type { Chat } from '#server/domains/chat/index.ts'
import type { Evenings } from '#server/domains/evenings/index.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import type { TicketStore } from './ticket-store.ts'

export interface Matched {
  status: 'matched'
  conversationId: string
  partnerId: string
}

export interface Searching {
  status: 'searching'
  waitingSince: number
  /** Until when the search goes on without polls. */
  ringUntil?: number | null
  /** By when both of a ringing pair must come. */
  comeUntil?: number
}

/** What the operations of the matching share. */
export interface MatchingContext extends Pick<Platform, 'clock' | 'metrics' | 'events'> {
  store: TicketStore
  /** Returns those of the members who have an open stream. */
  connected: (userIds: readonly string[]) => Promise<ReadonlySet<string>>
  /** Opens the conversation of a pair. @throws ApiError when the two may not talk */
  openConversation: Chat['open']
  /** Returns an evening while it runs. */
  runningEvening: Evenings['running']
}

/** The domains below the matching. */
export interface BelowMatching {
  chat: Pick<Chat, 'open'>
  evenings: Pick<Evenings, 'running'>
  presence: { connected(userIds: readonly string[]): ReturnType<MatchingContext['connected']> }
}
