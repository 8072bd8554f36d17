/** One event of one person. `data` is JSON already, made once for all who receive it. */
export interface LogEntry {
  /** Empty for what is only passed on, never kept. */
  id: string
  event: string
  data: string
}

export interface Missed {
  entries: LogEntry[]
  /** False when the log no longer reaches back to the given id: something may be missing. */
  complete: boolean
}

/** Names what an event tells, so that it is told once whichever node does so first. */
export interface Once {
  key: string
  /** When it happened, in milliseconds; the same on every node. */
  time: number
}

/** How far the nodes have looked for events that a node failed to tell. All are times of the database, in milliseconds. */
export interface RepairProgress {
  /** Everything that could be seen at this time has been told. */
  checkpoint: number
  /** Since when every look has succeeded. */
  since: number
  /** The last look that succeeded. */
  last: number
}

/**
 * The narrow port under `live`: it keeps each person's latest events and passes new ones on to all nodes. What is kept
 * bridges a reload, a tunnel or a restart of the browser; whoever was away longer fetches their state anew.
 */
export interface EventLog {
  /** With `once`, does nothing if the same was appended before, by whichever node. */
  append(userIds: readonly string[], event: string, data: string, once?: Once): Promise<void>
  /** Returns those that nothing was appended for. Knows only what happened after the checkpoint, and some time before. */
  untold(happened: readonly Once[]): Promise<Once[]>
  /** Null when nothing is known, as after a restart of Redis. */
  readProgress(): Promise<RepairProgress | null>
  writeProgress(progress: RepairProgress): Promise<void>
  /** Returns true for one node within the given milliseconds. */
  claimRepair(milliseconds: number): Promise<boolean>
  /**
   * Passed on without being kept: by the time it could be replayed it would be wrong. Where it fails, with `owed` whoever
   * it was for starts anew (`resync`) as soon as that can be told.
   */
  pass(userIds: readonly string[], event: string, data: string, options?: { owed?: boolean }): Promise<void>
  /** Where everything subscribed to arrives; set once, before the first subscription. */
  listen(listener: (userId: string, entry: LogEntry) => void): void
  /** Resolves once nothing published from then on is missed. */
  subscribe(userId: string): Promise<void>
  unsubscribe(userId: string): void
  since(userId: string, after: string): Promise<Missed>
  /** An id after which everything to come will be. */
  cursor(userId: string): Promise<string>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * The time is that of the match recovery: a client away for longer starts anew anyway. The number bounds what one
 * person costs in memory (a lively conversation has far fewer events in the seconds that a reconnection takes).
 */
export const RETENTION = { entries: 256, milliseconds: 10 * 60_000 } as const

export const RESYNC: LogEntry = { id: '', event: 'resync', data: '{}' }
