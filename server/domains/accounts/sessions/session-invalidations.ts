import { createRepeatingJob, type RepeatingJob } from '#server/platform/background/repeating-job.ts'
import type { Platform } from '#server/platform/open-platform.ts'

/** How often each node reads the changes of the others, in milliseconds. */
const READ_EVERY = 500
/** A node that has not read the changes for this long, in milliseconds, no longer trusts what it cached. */
const TRUSTED_FOR = 1_000

/**
 * Returns the buckets of changes whose transaction the snapshot of the last read did not contain, and the oldest transaction
 * that this snapshot does not contain either. So a change is found however long its transaction takes to commit.
 */
const READ = {
  name: 'session-invalidations',
  text: `
SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS next,
  ARRAY(SELECT DISTINCT bucket FROM session_invalidation WHERE xid >= $1::bigint) AS buckets`,
}
const BEGIN = {
  name: 'session-snapshot',
  text: 'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS next',
}

/** Returns the bucket of a member: the last 16 bits of the id, as the database's function `session_bucket`. */
export const sessionBucketOf = (userId: string) => Number.parseInt(userId.slice(-4), 16)

export interface SessionInvalidations extends Pick<RepeatingJob, 'start' | 'stop'> {
  /** Reads the changes now. Failures are reported; it never rejects. */
  read(): Promise<void>
  /** Returns whether every change committed more than a second ago has been read. */
  isCurrent(): boolean
}

interface SessionChangeListeners {
  /** Receives the buckets of the members whose sessions changed. */
  onChanges(buckets: readonly number[]): void
  /** Called before the first read: earlier changes are not known. */
  onReset(): void
}

/**
 * Reads which members' sessions changed in the database, on any node. Triggers record the changes in the transaction
 * that makes them, so none is lost with a node or with Redis.
 */
export function createSessionInvalidations(
  platform: Pick<Platform, 'database' | 'clock' | 'failures' | 'metrics'>,
  { onChanges, onReset }: SessionChangeListeners,
): SessionInvalidations {
  const { clock } = platform
  const { pool } = platform.database
  let next: string | null = null
  let readAt = Number.NEGATIVE_INFINITY

  async function begin(): Promise<string | undefined> {
    const { rows } = await pool.query<{ next: string }>(BEGIN)
    onReset()
    return rows[0]?.next
  }

  async function follow(since: string): Promise<string | undefined> {
    const { rows } = await pool.query<{ next: string; buckets: number[] }>({ ...READ, values: [since] })
    onChanges(rows[0]?.buckets ?? [])
    return rows[0]?.next
  }

  async function read() {
    const startedAt = clock.now()
    next = (next === null ? await begin() : await follow(next)) ?? null
    readAt = startedAt
  }

  const job = createRepeatingJob(platform, { name: 'session_invalidations', every: READ_EVERY, run: read })
  return {
    read: job.run,
    start: job.start,
    stop: job.stop,
    isCurrent: () => clock.now() - readAt <= TRUSTED_FOR,
  }
}
