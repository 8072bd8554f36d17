/** The part of a pool that is needed here. */
export interface WaitedPool {
  readonly waitingCount: number
  connect(): Promise<{ release(): void }>
}

/**
 * Returns a function that tells how long a caller waits for a connection of the pool, in milliseconds. While callers wait,
 * it waits with them now and then and takes the time.
 */
export function createPoolWait(pool: WaitedPool, now: () => number = () => performance.now()): () => number {
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
