import type { LiveEvent } from '#schema/events.ts'
import { isAfter } from './event-id.ts'
import type { EventLog, LogEntry } from './event-log.ts'

export type { EventLog, LogEntry } from './event-log.ts'
export { createMemoryEventLog } from './memory-event-log.ts'
export { createRedisEventLog } from './redis-event-log.ts'

/** Where a stream's frames go, in the format of server-sent events. */
export interface LiveSink {
  send(frame: string): void
  close(): void
}

export interface LiveConnection {
  readonly userId: string
  close(): void
}

export interface Live {
  /** Resolves once the event is in each person's log; their streams have it then or soon after. */
  publish(userIds: readonly string[], event: LiveEvent, options?: { transient?: boolean }): Promise<void>
  /** Everything since `after`, once and in order, or `resync`; then everything to come. */
  connect(
    userId: string,
    options: { after: string | null; sessionKey: string },
    sink: LiveSink,
  ): Promise<LiveConnection>
  /** Closes the streams of these sessions on all nodes. */
  endSessions(userId: string, sessionKeys: readonly string[]): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

interface Connection extends LiveConnection {
  readonly sessionKey: string
  readonly sink: LiveSink
  /** Holds back what arrives while the past is still being replayed. */
  held: LogEntry[] | null
}

/** Travels on the same channels as the events, but is for the nodes, never for a stream. */
const END_SESSIONS = 'end-sessions'

const frameOf = ({ id, event, data }: LogEntry) =>
  `${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${data}\n\n`
const ended = (message: string): LogEntry => ({
  id: '',
  event: 'session_ended',
  data: JSON.stringify({ message }),
})

export function createLive({ log }: { log: EventLog }): Live {
  const connections = new Map<string, Set<Connection>>()

  function deliver(userId: string, entry: LogEntry) {
    const own = connections.get(userId)
    if (!own) return
    if (entry.event === END_SESSIONS) return endHere(own, entry.data)
    const frame = frameOf(entry)
    for (const connection of own) {
      if (connection.held) connection.held.push(entry)
      else connection.sink.send(frame)
    }
  }

  function endHere(own: ReadonlySet<Connection>, data: string) {
    const sessionKeys: unknown = JSON.parse(data)
    if (!Array.isArray(sessionKeys)) return
    for (const connection of [...own]) {
      if (!sessionKeys.includes(connection.sessionKey)) continue
      connection.sink.send(frameOf(ended('Your session has expired. Please log in again.')))
      connection.sink.close()
      connection.close()
    }
  }

  async function catchUp(connection: Connection, after: string | null) {
    const { userId, sink } = connection
    let reached = ''
    if (after === null) reached = await log.cursor(userId)
    else {
      const { entries, complete } = await log.since(userId, after)
      if (!complete) sink.send(frameOf({ id: '', event: 'resync', data: '{}' }))
      for (const entry of entries) sink.send(frameOf(entry))
      reached = entries.at(-1)?.id ?? (complete ? after : await log.cursor(userId))
    }
    // The id alone moves the client's cursor, so that it can resume before anything has happened.
    sink.send(frameOf({ id: reached, event: 'ready', data: '{}' }))
    const held = connection.held ?? []
    connection.held = null
    for (const entry of held) if (!entry.id || isAfter(entry.id, reached)) sink.send(frameOf(entry))
  }

  function remove(connection: Connection) {
    const own = connections.get(connection.userId)
    if (!own?.delete(connection) || own.size > 0) return
    connections.delete(connection.userId)
    log.unsubscribe(connection.userId)
  }

  return {
    async publish(userIds, { event, data }, { transient = false } = {}) {
      const json = JSON.stringify(data)
      await (transient ? log.pass(userIds, event, json) : log.append(userIds, event, json))
    },

    async connect(userId, { after, sessionKey }, sink) {
      const connection: Connection = { userId, sessionKey, sink, held: [], close: () => remove(connection) }
      const own = connections.get(userId)
      if (own) own.add(connection)
      else connections.set(userId, new Set([connection]))
      try {
        await log.subscribe(userId, (entry) => deliver(userId, entry))
        await catchUp(connection, after)
      } catch (error) {
        remove(connection)
        throw error
      }
      return connection
    },

    endSessions: (userId, sessionKeys) => log.pass([userId], END_SESSIONS, JSON.stringify(sessionKeys)),

    async [Symbol.asyncDispose]() {
      connections.clear()
      await log[Symbol.asyncDispose]()
    },
  }
}
