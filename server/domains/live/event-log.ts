/** One event for one member. `data` is JSON, serialised once for all recipients. */
export interface LogEntry {
  /** Empty for an entry that is not kept in the log. */
  id: string
  event: string
  data: string
}

export interface Missed {
  entries: LogEntry[]
  /** False when the log no longer reaches back to the given id, so events may be missing. */
  complete: boolean
}

/** Identifies an event that is published once, by the first node that tries. */
export interface Once {
  key: string
  /** When it happened, in milliseconds; the same on every node. */
  time: number
}

/** How far the nodes have looked for events that no node published. All times are those of the database, in milliseconds. */
export interface RepairProgress {
  /** Everything that was visible at this time has been published. */
  checkpoint: number
  /** Since when every look has succeeded. */
  since: number
  /** The last look that succeeded. */
  last: number
}

/**
 * The port under `live`: keeps each member's latest events and passes new ones on to all nodes. The log covers a reload,
 * a tunnel or a restart of the browser; clients that were away for longer refetch.
 */
export interface EventLog {
  /** With `once`, does nothing if any node appended the same event before. */
  append(userIds: readonly string[], event: string, data: string, once?: Once): Promise<void>
  /** Returns the events that no node appended. Only reliable for events after the checkpoint, and some time before it. */
  undelivered(happened: readonly Once[]): Promise<Once[]>
  /** Returns null when the progress is unknown, for example after a restart of Redis. */
  readProgress(): Promise<RepairProgress | null>
  writeProgress(progress: RepairProgress): Promise<void>
  /** Returns true for one node within the given milliseconds. */
  claimRepair(milliseconds: number): Promise<boolean>
  /**
   * Passes an event on without keeping it, because a replay would be out of date. With `resyncOnFailure`, the recipients
   * get `resync` as soon as possible after a failure.
   */
  pass(
    userIds: readonly string[],
    event: string,
    data: string,
    options?: { resyncOnFailure?: boolean },
  ): Promise<void>
  /** Sets the listener for all subscriptions. Call once, before the first subscription. */
  listen(listener: (userId: string, entry: LogEntry) => void): void
  /** Resolves once every event that is published from then on arrives. */
  subscribe(userId: string): Promise<void>
  unsubscribe(userId: string): void
  since(userId: string, after: string): Promise<Missed>
  /** Returns an id that precedes every later event. */
  cursor(userId: string): Promise<string>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * The time is that of the match recovery: a client that was away for longer refetches anyway. The number of entries
 * bounds the memory of one member; a lively conversation has far fewer events within a reconnection.
 */
export const RETENTION = { entries: 256, milliseconds: 10 * 60_000 } as const

export const RESYNC: LogEntry = { id: '', event: 'resync', data: '{}' }
