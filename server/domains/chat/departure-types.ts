import type { Pool } from 'pg'
import type { Presence } from '#server/domains/presence/index.ts'
import type { Ended } from './leave.ts'

export interface DepartureTimes {
  /** How long after a goodbye a conversation ends, in milliseconds. */
  grace: number
  /** How long a member may stay away without a goodbye, in milliseconds. */
  absence: number
}

export interface DeparturesDeps {
  pool: Pool
  presence: Pick<Presence, 'online' | 'connected'>
  times: DepartureTimes
  /** Notifies both members that their conversation has ended. */
  notifyEnd(ended: Ended): Promise<void>
  onError(error: unknown): void
}

export interface Departures {
  /** The member's page is going away. The conversation ends after the grace, which every goodbye restarts. */
  goodbye(conversationId: string, userId: string): Promise<void>
  /** A stream of the member opened. Once it has stayed open for two seconds, it cancels the goodbyes that it found. */
  streamAttached(userId: string): Promise<void>
  memberCameOnline(userId: string): Promise<void>
  /** The member's open conversations end when they stay away too long. */
  memberWentOffline(userId: string): Promise<void>
  /** Ends the conversations of members whose grace or longest absence is over. */
  endDue(): Promise<void>
  /** Finds members who lost their stream without an announcement, as when a node without Redis was killed. */
  findAbsent(): Promise<void>
  start(): void
  [Symbol.asyncDispose](): Promise<void>
}
