import { RESTRICTION_KINDS } from '#schema/moderation.ts'
import { createRepeatingJob } from '#server/platform/background/repeating-job.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { quotedList } from '#server/platform/postgres/quoted-list.ts'

const INTERVAL = 5_000
/** Sanctions this recent are announced in every run: another node may have died between the commit and its events. */
const RECENT = 60_000
/** How far back the first run looks, and later runs while a listener fails. */
const MAX_LOOKBACK = 24 * 60 * 60_000
const BATCH = 500

/** Users with a sanction recent enough to be re-announced that still restricts them. */
const SANCTIONED_USERS = `
SELECT id FROM "user"
WHERE id IN (SELECT subject_id FROM moderation_action WHERE at > $1 AND kind IN (${quotedList(RESTRICTION_KINDS)}))
  AND (banned_at IS NOT NULL OR suspended_until > $2) AND id > $3
ORDER BY id LIMIT ${BATCH}`

const MIN_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Makes sure that sanctioned members are disconnected, even if a node died before it emitted the event. Any number of nodes
 * may run it at the same time.
 */
export function createEnforcement(
  platform: Pick<Platform, 'database' | 'clock' | 'events' | 'failures' | 'metrics'>,
) {
  const { clock, events } = platform
  const { pool } = platform.database
  /** The time of the last run in which every listener succeeded. */
  let enforcedUntil = Number.NEGATIVE_INFINITY

  /** Emits `userSuspended` again for recent sanctions. Returns for how many members. */
  async function reannounceSanctions(): Promise<number> {
    const now = clock.now()
    const since = new Date(Math.max(enforcedUntil - RECENT, now - MAX_LOOKBACK))
    let count = 0
    let allSucceeded = true
    for (let after = MIN_ID; ; ) {
      const { rows } = await pool.query<{ id: string }>(SANCTIONED_USERS, [since, new Date(now), after])
      for (const { id } of rows) {
        const succeeded = await events.emit('userSuspended', { userId: id })
        allSucceeded &&= succeeded
      }
      count += rows.length
      after = rows.at(-1)?.id ?? after
      if (rows.length < BATCH) break
    }
    // When a listener fails, as while Redis is away, the next run repeats the whole period.
    if (allSucceeded) enforcedUntil = now
    return count
  }

  return {
    reannounceSanctions,
    ...createRepeatingJob(platform, { name: 'enforcement', every: INTERVAL, run: reannounceSanctions }),
  }
}
