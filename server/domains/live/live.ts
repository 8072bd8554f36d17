import type { LiveEvent } from '#schema/events.ts'
import type { Tracing } from '#server/platform/tracing/tracing.ts'
import type { LiveConnection, LiveSink } from './connection.ts'
import type { EventLog, Once } from './event-log.ts'
import type { Topics } from './topics.ts'

export interface Live {
  /** Resolves once the event is in each member's log. Their streams receive it then or soon after. */
  publish(
    userIds: readonly string[],
    event: LiveEvent,
    options?: {
      /** Reaches only the streams that are open now, and is not replayed. */
      transient?: boolean
      /** Published at most once, by the first node that tries. */
      once?: Once
    },
  ): Promise<void>
  /**
   * Sends everything since `after`, once and in order, or `resync`; then everything that follows. Without `after` only
   * what follows. A `ready` frame ends the replay: a client that has its id can resume before any event arrived.
   */
  connect(
    userId: string,
    options: { after: string | null; sessionKey: string },
    sink: LiveSink,
  ): Promise<LiveConnection>
  /** Closes the streams of these sessions on all nodes. */
  endSessions(userId: string, sessionKeys: readonly string[]): Promise<void>
  /** Returns the session of each stream on this node. */
  openSessions(): { userId: string; sessionKey: string }[]
  /** Closes all streams of a suspended member or a closed account, on all nodes. */
  endPerson(userId: string): Promise<void>
  /**
   * Sets the check of whether a stream may stay open. It runs for every stream that may have missed its end, for example
   * after a time without Redis. A stream whose check fails is closed; its client reconnects and logs in again.
   */
  revalidateWith(revalidate: Revalidate): void
  /** Events for a group rather than for one member. */
  readonly topics: Pick<Topics, 'publish' | 'listen'>
  /** Finds events that a node committed and did not publish. */
  readonly repair: Pick<EventLog, 'undelivered' | 'readProgress' | 'writeProgress' | 'claimRepair'>
  /**
   * Sets the function that publishes committed events which no node published. It runs before every replay: a
   * client that resumes misses nothing. If it fails, the replay goes on, and a later run publishes the rest.
   */
  completeReplaysWith(complete: () => Promise<void>): void
  [Symbol.asyncDispose](): Promise<void>
}

/** Returns whether the session of a stream may still have one. */
export type Revalidate = (stream: {
  userId: string
  sessionKey: string
}) => Promise<'here' | 'suspended' | 'logged out'>

export interface LiveDeps {
  log: EventLog
  /** Receives the error of a stream that could not be written to. The stream is closed; the others are not affected. */
  onError(error: unknown): void
  maxStreamsPerPerson?: number
  tracing?: Tracing
}
