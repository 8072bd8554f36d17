import type { LogEntry } from './event-log.ts'

/** Takes the frames of a stream, in the format of server-sent events. */
export interface LiveSink {
  send(frame: string): void
  /** Returns a promise while so much is unsent that a replay should pause, otherwise null. */
  drained?(): Promise<void> | null
  /** Ends the stream after the frames that were sent. No frame follows. */
  close(): void
}

export interface LiveConnection {
  readonly userId: string
  /** The session that opened it; null for one that the server itself opened, which needs none. */
  readonly sessionKey: string | null
  close(): void
}

/** An open stream of a member. A node has thousands of idle ones, so each has no function of its own. */
export class Connection implements LiveConnection {
  readonly userId: string
  readonly sessionKey: string | null
  readonly sink: LiveSink
  /** The name that its client gave it; null without one. */
  readonly streamId: string | null
  /** Entries that arrive during the replay; null once the replay has finished. */
  buffered: LogEntry[] | null = []
  closed = false
  private readonly remove: (connection: Connection) => void

  constructor(
    userId: string,
    sessionKey: string | null,
    sink: LiveSink,
    streamId: string | null,
    remove: (connection: Connection) => void,
  ) {
    this.userId = userId
    this.sessionKey = sessionKey
    this.sink = sink
    this.streamId = streamId
    this.remove = remove
  }

  close() {
    this.remove(this)
  }
}
