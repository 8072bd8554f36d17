import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/platform/clock.ts'
import type { RedisCommands } from '#server/platform/redis/index.ts'

/** Remembers used proofs until they expire. Each is accepted once. */
export interface ProofReplayCache {
  /** Returns whether this is the first use of the proof. `issuedAt` is in milliseconds since the epoch. */
  markUsed(id: string, issuedAt: number): Promise<boolean>
}

const MAX_ENTRIES = 100_000

/** All nodes share the cache through Redis. While Redis is away, each node falls back to its own memory. */
export function createProofReplayCache({
  redis,
  clock,
  lifetime,
  onError,
}: {
  redis: RedisCommands | null
  clock: Clock
  /** In milliseconds. */
  lifetime: number
  onError(error: unknown): void
}): ProofReplayCache {
  const used = new LRUCache<string, true>({
    max: MAX_ENTRIES,
    ttl: lifetime,
    perf: { now: () => clock.now() },
  })
  // Challenges have times in whole seconds.
  const startedAt = Math.floor(clock.now() / 1000) * 1000
  return {
    async markUsed(id, issuedAt) {
      // Without Redis, proofs from before a restart may have been used, so they are refused.
      if (used.has(id) || (!redis && issuedAt < startedAt)) return false
      used.set(id, true)
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
