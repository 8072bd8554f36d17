import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/platform/clock.ts'

/** Remembers what was used, for as long as it could be used again. */
export interface ProofReplayCache {
  /** True for the first who asks. */
  markUsed(id: string, made: number): Promise<boolean>
}

const MOST = 100_000

/** With Redis, shared by all nodes; while it is away each node remembers its own. */
export function createProofReplayCache({
  redis,
  clock,
  lifetime,
  onError,
}: {
  redis: Redis | null
  clock: Clock
  /** In milliseconds. */
  lifetime: number
  onError(error: unknown): void
}): ProofReplayCache {
  const spent = new LRUCache<string, true>({ max: MOST, ttl: lifetime, perf: { now: () => clock.now() } })
  // To the second, as challenges tell their time.
  const started = Math.floor(clock.now() / 1000) * 1000
  return {
    async markUsed(id, made) {
      // What was used before a restart only Redis knows: whoever comes with older work is asked again.
      if (spent.has(id) || (!redis && made < started)) return false
      spent.set(id, true)
      if (!redis) return true
      try {
        return (await redis.set(`proof:${id}`, '1', 'PX', lifetime, 'NX')) === 'OK'
      } catch (error) {
        onError(error)
        return true
      }
    },
  }
}
