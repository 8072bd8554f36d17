import { RESTRICTION_KINDS } from '#schema/moderation.ts'
import type { EventBus } from '#server/events.ts'
import { createRepeatingJob } from '#server/platform/background/repeating-job.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { Database } from '#server/platform/postgres/index.ts'
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

/** Makes sure that sanctioned members are disconnected, even if a node died before it emitted the event. */
export interface Enforcement {
  /** Emits `userSuspended` again for recent sanctions. Returns for how many members. */
  reannounceSanctions(): Promise<number>
  start(): void
  stop(): Promise<void>
}

/** Any number of nodes may run it at the same time. */
export function createEnforcement({
  database: { pool },
  clock,
  events,
  onError,
  metrics,
}: {
  database: Pick<Database, 'pool'>
  clock: Clock
  events: EventBus
  onError(error: unknown): void
  metrics?: Metrics | undefined
}): Enforcement {
  /** The time of the last run in which every listener succeeded. */
  let enforcedUntil = Number.NEGATIVE_INFINITY

  async function reannounceSanctions() {
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
    ...createRepeatingJob({
      name: 'enforcement',
      every: INTERVAL,
      run: reannounceSanctions,
      onError,
      metrics,
    }),
  }
}
