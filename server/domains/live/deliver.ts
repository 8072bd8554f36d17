import type { EventData } from '#schema/events.ts'
import { SESSION_EXPIRED } from '#schema/session-expired.ts'
import type { Tracing } from '#server/platform/tracing/tracing.ts'
import type { Connection } from './connection.ts'
import { frameOf, marksOf, type NamedStream } from './entries.ts'
import { type LogEntry, RESYNC, RETENTION } from './event-log.ts'
import type { Streams } from './streams.ts'

/** Entries that control the nodes. They travel on the members' channels and are never sent to a stream. */
export const END_SESSIONS = 'end-sessions'
export const END_PERSON = 'end-person'

const ended = (data: EventData<'session_ended'>): LogEntry => ({
  id: '',
  event: 'session_ended',
  data: JSON.stringify(data),
})
const LOGGED_OUT = ended({ message: SESSION_EXPIRED })
const SUSPENDED = ended({ message: 'This account is suspended.', code: 'SUSPENDED' })

/** Returns the status of the session that opened a stream. Only `here` may keep the stream. */
export type Revalidate = (stream: {
  userId: string
  sessionKey: string
}) => Promise<'here' | 'suspended' | 'logged out'>

interface Delivery {
  streams: Streams
  revalidate: Revalidate
  tracing: Tracing
}

/** Delivers an entry to the member's streams on this node, or does what a control entry says. */
export function deliver(delivery: Delivery, userId: string, entry: LogEntry): void {
  const { streams, tracing } = delivery
  const own = streams.of(userId)
  if (!own) return
  if (entry.event === END_SESSIONS) {
    endSessions(streams, own, entry.data)
    return
  }
  if (entry.event === END_PERSON) {
    for (const connection of own) streams.sendAndClose(connection, SUSPENDED)
    return
  }
  if (entry.event === RESYNC.event) for (const connection of own) revalidate(delivery, connection)
  const marks = marksOf(entry)
  const receivers = marks?.except ? without(marks.except, userId, own) : own
  if (receivers.length === 0) return
  const span =
    marks?.traceparent && tracing.startFrom('stream.write', marks.traceparent, { kind: 'consumer' })
  const frame = frameOf(entry)
  for (const connection of receivers) {
    if (!connection.buffered) streams.send(connection, frame)
    else if (connection.buffered.length < RETENTION.entries) connection.buffered.push(entry)
    // The client reads too slowly. It reconnects and goes on after the last event that it received.
    else streams.end(connection)
  }
  if (span) span.end()
}

/** Leaves out a stream that a client named. It can only be one of the member who sent the request. */
const without = (except: NamedStream, userId: string, own: readonly Connection[]) =>
  except.userId === userId ? own.filter(({ streamId }) => streamId !== except.streamId) : own

function endSessions(streams: Streams, own: readonly Connection[], data: string) {
  const sessionKeys: unknown = JSON.parse(data)
  if (!Array.isArray(sessionKeys)) return
  for (const connection of own)
    if (sessionKeys.includes(connection.sessionKey)) streams.sendAndClose(connection, LOGGED_OUT)
}

function revalidate(delivery: Delivery, connection: Connection) {
  const { streams } = delivery
  const { userId, sessionKey } = connection
  if (sessionKey === null) return
  delivery.revalidate({ userId, sessionKey }).then(
    (status) => {
      if (status === 'suspended') streams.sendAndClose(connection, SUSPENDED)
      if (status === 'logged out') streams.sendAndClose(connection, LOGGED_OUT)
    },
    () => streams.end(connection),
  )
}
