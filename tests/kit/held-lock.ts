import type { Pool, PoolClient } from 'pg'
import { expect } from 'vitest'

const WAITING = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`

/**
 * Runs `work` while another transaction holds a lock. When `work` waits for a lock, or has ended without one, runs
 * `change` in that transaction and commits it. Returns the result of `work`, or the error it threw.
 */
export async function runBehindLock<Result>(
  pool: Pool,
  {
    lock,
    work,
    change,
  }: {
    lock: (holder: PoolClient) => Promise<unknown>
    work: () => Promise<Result>
    change: (holder: PoolClient) => Promise<unknown>
  },
): Promise<Result | Error> {
  const holder = await pool.connect()
  try {
    await holder.query('BEGIN')
    await lock(holder)
    let hasEnded = false
    const outcome = work()
      .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
      .finally(() => {
        hasEnded = true
      })
    await expect.poll(async () => hasEnded || (await pool.query(WAITING)).rowCount === 1).toBe(true)
    await change(holder)
    await holder.query('COMMIT')
    return await outcome
  } finally {
    holder.release(true)
  }
}
