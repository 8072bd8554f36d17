import type { Pool } from 'pg'

/**
 * Returns a function that tells how long a caller waits for a connection of the pool, in milliseconds. While callers wait,
 * it waits with them now and then and takes the time.
 */
export function createPoolWait(
  pool: Pick<Pool, 'connect' | 'waitingCount'>,
  now: () => number = () => performance.now(),
): () => number {
  let waitingSince: number | null = null
  let last = 0

  function probe(since: number) {
    waitingSince = since
    pool
      .connect()
      .then((client) => client.release())
      // A failure took its time as well.
      .catch(() => undefined)
      .finally(() => {
        last = now() - since
        waitingSince = null
      })
  }

  return () => {
    if (waitingSince !== null) return Math.max(last, now() - waitingSince)
    if (pool.waitingCount === 0) last = 0
    else probe(now())
    return last
  }
}
