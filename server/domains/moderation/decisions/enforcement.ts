import type { EventBus } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/postgres/index.ts'

const EVERY = 5_000
/** What is this fresh is announced again each time: another node may have died between the commit and the word. */
const FRESH_FOR = 60_000
/** How far back it is looked at a start, and at most while something fails. */
const AT_MOST = 24 * 60 * 60_000
const AT_ONCE = 500

/** Whom something that is fresh holds off still: what was taken back meanwhile holds nobody off. */
const HELD_OFF = `
SELECT id FROM "user"
WHERE id IN (SELECT subject_id FROM moderation_action WHERE at > $1 AND kind IN ('SUSPEND', 'PAUSE', 'BAN'))
  AND (banned_at IS NOT NULL OR suspended_until > $2) AND id > $3
ORDER BY id LIMIT ${AT_ONCE}`

const FIRST = '00000000-0000-0000-0000-000000000000'

export interface Enforcement {
  /** Announces again whom a fresh sanction holds off; answers of how many. */
  reannounceSanctions(): Promise<number>
  start(): void
  stop(): Promise<void>
}

/** Sees to it that whoever was sent away is gone. Any number of nodes may do it at once. */
export function createEnforcement(deps: {
  database: Pick<Database, 'pool'>
  clock: Clock
  events: EventBus
  onError(error: unknown): void
}): Enforcement {
  const { clock, events } = deps
  const { pool } = deps.database
  /** Until here everything is enforced. */
  let done = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | null = null
  let running: Promise<unknown> | null = null

  async function reannounceSanctions() {
    const now = clock.now()
    const since = new Date(Math.max(done - FRESH_FOR, now - AT_MOST))
    let count = 0
    let allHeard = true
    for (let after = FIRST; ; ) {
      const { rows } = await pool.query<{ id: string }>(HELD_OFF, [since, new Date(now), after])
      for (const { id } of rows) {
        const heard = await events.emit('userSuspended', { userId: id })
        allHeard &&= heard
      }
      count += rows.length
      after = rows.at(-1)?.id ?? after
      if (rows.length < AT_ONCE) break
    }
    // Where somebody failed, as while Redis is away, everybody of that time comes again.
    if (allHeard) done = now
    return count
  }

  return {
    reannounceSanctions,
    start() {
      timer = setInterval(() => {
        running ??= reannounceSanctions()
          .catch(deps.onError)
          .finally(() => {
            running = null
          })
      }, EVERY)
      timer.unref()
    },
    async stop() {
      if (timer) clearInterval(timer)
      await running
    },
  }
}
