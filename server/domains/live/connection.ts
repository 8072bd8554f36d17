import type { LogEntry } from './event-log.ts'

/** Where a stream's frames go, in the format of server-sent events. */
export interface LiveSink {
  send(frame: string): void
  /** Null unless so much waits unsent that a replay should pause. */
  drained?(): Promise<void> | null
  /** No more frames: what was sent goes out, then the stream ends. */
  close(): void
}

export interface LiveConnection {
  readonly userId: string
  readonly sessionKey: string
  close(): void
}

/** One stream's place among those of its person. Thousands stand idle, so it holds no function of its own. */
export class Connection implements LiveConnection {
  readonly userId: string
  readonly sessionKey: string
  readonly sink: LiveSink
  /** Holds back what arrives while the past is still being replayed. */
  held: LogEntry[] | null = []
  closed = false
  private readonly remove: (connection: Connection) => void

  constructor(userId: string, sessionKey: string, sink: LiveSink, remove: (connection: Connection) => void) {
    this.userId = userId
    this.sessionKey = sessionKey
    this.sink = sink
    this.remove = remove
  }

  close() {
    this.remove(this)
  }
}
