import { createRepeatingJob } from '#server/platform/background/repeating-job.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'

/** How often streams of expired sessions are looked for, in milliseconds. */
const EVERY = 45_000
/** Sessions per query. */
const BATCH = 500

export interface SessionSweep {
  /** Ends the streams of this node whose sessions have ended. */
  sweep(): Promise<void>
  start(): void
  [Symbol.asyncDispose](): Promise<void>
}

/** Finds streams of expired sessions. No event is emitted when a session expires. */
export function createSessionSweep({
  live,
  endedAmong,
  onError,
  metrics,
}: {
  live: {
    openSessions(): { userId: string; sessionKey: string }[]
    endSessions(userId: string, sessionKeys: readonly string[]): Promise<void>
  }
  endedAmong(sessionKeys: readonly string[]): Promise<string[]>
  onError(error: unknown): void
  metrics?: Metrics | undefined
}): SessionSweep {
  let stopped = false

  async function all() {
    const userOf = new Map(live.openSessions().map(({ sessionKey, userId }) => [sessionKey, userId]))
    const keys = [...userOf.keys()]
    for (let start = 0; start < keys.length && !stopped; start += BATCH) {
      for (const key of await endedAmong(keys.slice(start, start + BATCH))) {
        const userId = userOf.get(key)
        if (userId) await live.endSessions(userId, [key])
      }
    }
  }

  const job = createRepeatingJob({ name: 'session_sweep', every: EVERY, run: all, onError, metrics })
  return {
    sweep: job.run,
    start: job.start,
    async [Symbol.asyncDispose]() {
      stopped = true
      await job.stop()
    },
  }
}
