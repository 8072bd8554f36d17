import type { LiveEvent } from '#schema/events.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { catchUp } from './catch-up.ts'
import { Connection, type LiveConnection, type LiveSink } from './connection.ts'
import { deliver, END_PERSON, END_SESSIONS, type Revalidate } from './deliver.ts'
import { type NamedStream, withMarks } from './entries.ts'
import type { EventLog, Once } from './event-log.ts'
import { createMemoryEventLog } from './memory-event-log.ts'
import { createSharedEventLog } from './redis-event-log.ts'
import { createStreams } from './streams.ts'
import { createTopics } from './topics.ts'

/** Limits the devices and browsers of a member. The tabs of a browser share one stream. A new stream ends the oldest. */
const MAX_STREAMS_PER_PERSON = 12

export type Live = ReturnType<typeof createLive>

interface AboveLive {
  /**
   * Publishes committed events which no node published. It runs before every replay: a client that resumes misses
   * nothing. If it fails, the replay goes on, and a later run publishes the rest.
   */
  completeReplays(): Promise<void>
  /**
   * Checks whether a stream may stay open. It runs for every stream that may have missed its end, for example after a time
   * without Redis. A stream whose check fails is closed; its client reconnects and logs in again.
   */
  revalidate: Revalidate
}

interface LiveSettings {
  /** By default in Redis, or in memory without it. */
  log?: EventLog
  maxStreamsPerPerson?: number
}

interface PublishOptions {
  transient?: boolean
  once?: Once
  except?: NamedStream | null
}

interface ConnectOptions {
  after: string | null
  sessionKey: string | null
  streamId?: string | null
}

/** Creates the streams of this node and their event log. A stream that cannot be written to is closed and logged. */
export function createLive(
  platform: Platform,
  { completeReplays, revalidate }: AboveLive,
  { log = openEventLog(platform), maxStreamsPerPerson = MAX_STREAMS_PER_PERSON }: LiveSettings = {},
) {
  const { tracing } = platform
  const onError = platform.failures.of('live')
  const streams = createStreams({ log, maxPerPerson: maxStreamsPerPerson, onError })
  const topics = createTopics(log)
  const repair: Pick<EventLog, 'undelivered' | 'readProgress' | 'writeProgress' | 'claimRepair'> = log
  log.listen((channel, entry) => {
    if (!topics.deliver(channel, entry)) deliver({ streams, revalidate, tracing }, channel, entry)
  })

  return {
    /**
     * Resolves once the event is in each member's log. Their streams receive it then or soon after. A transient event
     * reaches only the streams that are open now. With `once`, only the first node that tries publishes it.
     * `except` gets the event only when it is replayed.
     */
    async publish(
      userIds: readonly string[],
      { event, data }: LiveEvent,
      { transient = false, once, except = null }: PublishOptions = {},
    ) {
      const json = JSON.stringify(data)
      const name = withMarks(event, { traceparent: tracing.header(), except })
      await (transient ? log.pass(userIds, name, json) : log.append(userIds, name, json, once))
    },

    /**
     * Sends everything since `after`, once and in order, or `resync`; then everything that follows. Without `after` only
     * what follows. A `ready` frame ends the replay: a client that has its id can resume before any event arrived.
     */
    async connect(
      userId: string,
      { after, sessionKey, streamId = null }: ConnectOptions,
      sink: LiveSink,
    ): Promise<LiveConnection> {
      const connection = new Connection(userId, sessionKey, sink, streamId, streams.remove)
      streams.add(connection)
      try {
        await log.subscribe(userId)
        if (after !== null) await completeReplays().catch(onError)
        await catchUp(log, connection, after)
      } catch (error) {
        streams.remove(connection)
        throw error
      }
      return connection
    },

    /** Closes the streams of these sessions on all nodes. */
    endSessions: (userId: string, sessionKeys: readonly string[]) =>
      log.pass([userId], END_SESSIONS, JSON.stringify(sessionKeys), { resyncOnFailure: true }),
    /** Closes all streams of a suspended member or a closed account, on all nodes. */
    endPerson: (userId: string) => log.pass([userId], END_PERSON, '{}', { resyncOnFailure: true }),
    /** Returns the session of each stream on this node. */
    openSessions: () => streams.sessions(),
    /** Events for a group rather than for one member. */
    topics: { publish: topics.publish, listen: topics.listen },
    /** Finds events that a node committed and did not publish. */
    repair,

    async [Symbol.asyncDispose]() {
      streams.clear()
      await log[Symbol.asyncDispose]()
    },
  }
}

const openEventLog = ({ redis, clock }: Platform): EventLog =>
  redis ? createSharedEventLog(redis, 'live:') : createMemoryEventLog({ clock })
