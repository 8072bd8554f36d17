import { createRepeatingJob } from '#server/platform/background/repeating-job.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import type { Live } from './live.ts'

/** How often streams of expired sessions are looked for, in milliseconds. */
const EVERY = 45_000
/** Sessions per query. */
const BATCH = 500

export type SessionSweep = ReturnType<typeof createSessionSweep>

/** Finds streams of expired sessions. No event is emitted when a session expires. */
export function createSessionSweep(
  platform: Pick<Platform, 'metrics' | 'failures'>,
  {
    live,
    accounts,
  }: {
    live: Pick<Live, 'openSessions' | 'endSessions'>
    accounts: { filterEndedSessions(sessionKeys: readonly string[]): Promise<string[]> }
  },
) {
  let stopped = false

  async function all() {
    const userOf = new Map(live.openSessions().map(({ sessionKey, userId }) => [sessionKey, userId]))
    const keys = [...userOf.keys()]
    for (let start = 0; start < keys.length && !stopped; start += BATCH) {
      for (const key of await accounts.filterEndedSessions(keys.slice(start, start + BATCH))) {
        const userId = userOf.get(key)
        if (userId) await live.endSessions(userId, [key])
      }
    }
  }

  const job = createRepeatingJob(platform, { name: 'session_sweep', every: EVERY, run: all })
  return {
    /** Ends the streams of this node whose sessions have ended. */
    sweep: job.run,
    start: job.start,
    async [Symbol.asyncDispose]() {
      stopped = true
      await job.stop()
    },
  }
}
