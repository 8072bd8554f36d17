import type { EventData, LiveEvent } from '#schema/events.ts'
import { Connection, type LiveConnection, type LiveSink } from './connection.ts'
import { frameOf } from './entries.ts'
import { isAfter } from './event-id.ts'
import { type EventLog, type LogEntry, type Once, RESYNC, RETENTION } from './event-log.ts'
import { createTopics, type Topics } from './topics.ts'

export type { LiveConnection, LiveSink } from './connection.ts'
export { entryOf } from './entries.ts'
export type { EventLog, LogEntry, Once, RepairProgress } from './event-log.ts'
export { createMemoryEventLog } from './memory-event-log.ts'
export { createRedisEventLog } from './redis-event-log.ts'
export { createSessionSweep, type SessionSweep } from './session-sweep.ts'
export type { TopicListener, Topics } from './topics.ts'

export interface Live {
  /** Resolves once the event is in each person's log; their streams have it then or soon after. */
  publish(
    userIds: readonly string[],
    event: LiveEvent,
    options?: {
      /** Reaches the streams that are open now and is not replayed. */
      transient?: boolean
      /** Published at most once, by whichever node is first. */
      once?: Once
    },
  ): Promise<void>
  /**
   * Everything since `after`, once and in order, or `resync`; then everything to come. Without `after` everything from
   * now on. A `ready` frame stands where the past ends: a client that has its id can resume before anything happened.
   */
  connect(
    userId: string,
    options: { after: string | null; sessionKey: string },
    sink: LiveSink,
  ): Promise<LiveConnection>
  /** Closes the streams of these sessions on all nodes. */
  endSessions(userId: string, sessionKeys: readonly string[]): Promise<void>
  /** The sessions that have streams on this node, one entry for each stream. */
  openSessions(): { userId: string; sessionKey: string }[]
  /** Closes all streams of somebody who was suspended, on all nodes. */
  endPerson(userId: string): Promise<void>
  /**
   * Given once: ends a stream whose person may no longer be here. Asked of every stream that may have missed its end, as
   * after a time without Redis. Where it fails the stream is ended too: its client comes back and is asked anew.
   */
  confirmWith(confirm: Confirm): void
  /** Events for a group rather than for one member. */
  readonly topics: Pick<Topics, 'publish' | 'listen'>
  /** What repairs the log where a node died before it published, or could not. */
  readonly repair: Pick<EventLog, 'untold' | 'readProgress' | 'writeProgress' | 'claimRepair'>
  /**
   * Given once: publishes what was committed and not published. Runs before every replay, so that a client that resumes
   * misses nothing. Where it fails the replay goes on, and what is missing follows once a later run succeeds.
   */
  completeReplaysWith(complete: () => Promise<void>): void
  [Symbol.asyncDispose](): Promise<void>
}

/** Returns whether the session behind a stream may still have one. */
type Confirm = (stream: {
  userId: string
  sessionKey: string
}) => Promise<'here' | 'suspended' | 'logged out'>

/** A browser shares one stream between its tabs; these are devices and browsers. The oldest makes room. */
const MAX_STREAMS_PER_PERSON = 12

/** Travels on the same channels as the events, but is for the nodes, never for a stream. */
const END_SESSIONS = 'end-sessions'
const END_PERSON = 'end-person'

const ended = (data: EventData<'session_ended'>): LogEntry => ({
  id: '',
  event: 'session_ended',
  data: JSON.stringify(data),
})
const LOGGED_OUT = ended({ message: 'Your session has expired. Please log in again.' })
const SUSPENDED = ended({ message: 'This account is suspended.', code: 'SUSPENDED' })

export interface LiveDeps {
  log: EventLog
  /** A stream that could not be written to; it is ended, and nobody else's is disturbed. */
  onError(error: unknown): void
  maxStreamsPerPerson?: number
}

export function createLive({ log, onError, maxStreamsPerPerson = MAX_STREAMS_PER_PERSON }: LiveDeps): Live {
  // The oldest first. An array is replaced, never changed, so that whoever goes through it is not disturbed.
  const connections = new Map<string, readonly Connection[]>()
  let confirm: Confirm = async () => 'here'
  let complete: () => Promise<void> = async () => undefined
  const topics = createTopics(log)
  log.listen((channel, entry) => {
    if (!topics.deliver(channel, entry)) deliver(channel, entry)
  })

  function deliver(userId: string, entry: LogEntry) {
    const own = connections.get(userId)
    if (!own) return
    if (entry.event === END_SESSIONS) return endHere(own, entry.data)
    if (entry.event === END_PERSON) {
      for (const connection of own) say(connection, SUSPENDED)
      return
    }
    if (entry.event === RESYNC.event) for (const connection of own) ask(connection)
    const frame = frameOf(entry)
    for (const connection of own) {
      if (!connection.held) send(connection, frame)
      else if (connection.held.length < RETENTION.entries) connection.held.push(entry)
      // Too slow even for the past: the next attempt goes on from what did arrive.
      else end(connection)
    }
  }

  /** Whoever publishes, and the other streams, have nothing to do with what is wrong with one. */
  function send(connection: Connection, frame: string) {
    try {
      connection.sink.send(frame)
    } catch (error) {
      end(connection)
      onError(error)
    }
  }

  function ask(connection: Connection) {
    const { userId, sessionKey } = connection
    confirm({ userId, sessionKey }).then(
      (standing) => {
        if (standing === 'suspended') say(connection, SUSPENDED)
        if (standing === 'logged out') say(connection, LOGGED_OUT)
      },
      () => end(connection),
    )
  }

  function endHere(own: readonly Connection[], data: string) {
    const sessionKeys: unknown = JSON.parse(data)
    if (!Array.isArray(sessionKeys)) return
    for (const connection of own) {
      if (!sessionKeys.includes(connection.sessionKey)) continue
      say(connection, LOGGED_OUT)
    }
  }

  /** The last that a stream hears. */
  function say(connection: Connection, farewell: LogEntry) {
    if (connection.closed) return
    send(connection, frameOf(farewell))
    end(connection)
  }

  function end(connection: Connection) {
    if (connection.closed) return
    remove(connection)
    connection.sink.close()
  }

  function remove(connection: Connection) {
    if (connection.closed) return
    connection.closed = true
    const { userId } = connection
    const rest = (connections.get(userId) ?? []).filter((one) => one !== connection)
    if (rest.length > 0) connections.set(userId, rest)
    else {
      connections.delete(userId)
      log.unsubscribe(userId)
    }
  }

  function add(connection: Connection) {
    const { userId } = connection
    const [oldest, ...others] = connections.get(userId) ?? []
    if (!oldest) connections.set(userId, [connection])
    else {
      connections.set(userId, [oldest, ...others, connection])
      if (others.length + 1 >= maxStreamsPerPerson) end(oldest)
    }
  }

  /** Frame by frame, no faster than the client reads: a long past must not look like a slow client. */
  async function replay(connection: Connection, entries: readonly LogEntry[]) {
    for (const entry of entries) {
      if (connection.closed) return
      connection.sink.send(frameOf(entry))
      const drained = connection.sink.drained?.()
      if (drained) await drained
    }
  }

  async function missedBy({ userId }: Connection, after: string | null) {
    if (after === null) return { entries: [], complete: true, reached: await log.cursor(userId) }
    const { entries, complete } = await log.since(userId, after)
    const reached = entries.at(-1)?.id ?? (complete ? after : await log.cursor(userId))
    return { entries, complete, reached }
  }

  async function catchUp(connection: Connection, after: string | null) {
    const { sink } = connection
    const { entries, complete, reached } = await missedBy(connection, after)
    if (connection.closed) return
    if (!complete) sink.send(frameOf(RESYNC))
    await replay(connection, entries)
    if (connection.closed) return
    const held = connection.held ?? []
    connection.held = null
    const past = held.findLastIndex(({ id }) => id !== '' && !isAfter(id, reached)) + 1
    // A replay has brought these already.
    if (after === null) for (const entry of held.slice(0, past)) sink.send(frameOf(entry))
    sink.send(frameOf({ id: reached, event: 'ready', data: '{}' }))
    for (const entry of held.slice(past)) sink.send(frameOf(entry))
  }

  return {
    async publish(userIds, { event, data }, { transient = false, once } = {}) {
      const json = JSON.stringify(data)
      await (transient ? log.pass(userIds, event, json) : log.append(userIds, event, json, once))
    },

    async connect(userId, { after, sessionKey }, sink) {
      const connection = new Connection(userId, sessionKey, sink, remove)
      add(connection)
      try {
        await log.subscribe(userId)
        if (after !== null) await complete().catch(onError)
        await catchUp(connection, after)
      } catch (error) {
        remove(connection)
        throw error
      }
      return connection
    },

    endSessions: (userId, sessionKeys) =>
      log.pass([userId], END_SESSIONS, JSON.stringify(sessionKeys), { owed: true }),
    openSessions: () =>
      [...connections.values()].flatMap((own) =>
        own.map(({ userId, sessionKey }) => ({ userId, sessionKey })),
      ),
    endPerson: (userId) => log.pass([userId], END_PERSON, '{}', { owed: true }),
    confirmWith(given) {
      confirm = given
    },
    topics,
    repair: log,
    completeReplaysWith(given) {
      complete = given
    },

    async [Symbol.asyncDispose]() {
      connections.clear()
      await log[Symbol.asyncDispose]()
    },
  }
}
