import type { Connection } from './connection.ts'
import { frameOf } from './entries.ts'
import type { EventLog, LogEntry } from './event-log.ts'

/** The open streams of one node. */
export interface Streams {
  /** Returns the member's streams, the oldest first. The array is never changed, only replaced. */
  of(userId: string): readonly Connection[] | undefined
  /** Adds a stream, and ends the member's oldest one when there are too many. */
  add(connection: Connection): void
  remove(connection: Connection): void
  /** Removes a stream and closes it. */
  end(connection: Connection): void
  send(connection: Connection, frame: string): void
  /** Sends a last entry and closes the stream. */
  sendAndClose(connection: Connection, entry: LogEntry): void
  /** Returns the session of each stream that has one. */
  sessions(): { userId: string; sessionKey: string }[]
  clear(): void
}

export function createStreams({
  log,
  maxPerPerson,
  onError,
}: {
  log: Pick<EventLog, 'unsubscribe'>
  maxPerPerson: number
  onError(error: unknown): void
}): Streams {
  const streams = new Map<string, readonly Connection[]>()

  /** An error of one stream must not reach the publisher or the other streams. */
  function send(connection: Connection, frame: string) {
    try {
      connection.sink.send(frame)
    } catch (error) {
      end(connection)
      onError(error)
    }
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
    const rest = (streams.get(userId) ?? []).filter((one) => one !== connection)
    if (rest.length > 0) streams.set(userId, rest)
    else {
      streams.delete(userId)
      log.unsubscribe(userId)
    }
  }

  return {
    of: (userId) => streams.get(userId),
    add(connection) {
      const { userId } = connection
      const [oldest, ...others] = streams.get(userId) ?? []
      if (!oldest) streams.set(userId, [connection])
      else {
        streams.set(userId, [oldest, ...others, connection])
        if (others.length + 1 >= maxPerPerson) end(oldest)
      }
    },
    remove,
    end,
    send,
    sendAndClose(connection, entry) {
      if (connection.closed) return
      send(connection, frameOf(entry))
      end(connection)
    },
    sessions: () =>
      [...streams.values()]
        .flat()
        .flatMap(({ userId, sessionKey }) => (sessionKey === null ? [] : { userId, sessionKey })),
    clear: () => streams.clear(),
  }
}
