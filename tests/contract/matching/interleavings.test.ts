import { Redis } from 'ioredis'
import { describe, inject, it } from 'vitest'
import { createRedisTicketStore } from '#server/domains/matching/index.ts'
import { checkInterleavings, oneAtATime } from '../../kit/matching-interleavings.ts'

const RUNS = 400

describe('matching on the Redis store, in any order of concurrent events', () => {
  // covers: beyond-ring-once
  it('matches no member twice, with themself, with a blocked member or with one who left, in 400 interleavings', {
    timeout: 300_000,
  }, async (context) => {
    const url = inject('redisUrl')
    if (!url) return context.skip('redis-server is not installed')
    const redis = new Redis(url)
    const prefix = `interleavings-${crypto.randomUUID()}`
    let run = 0
    try {
      await checkInterleavings(() => {
        run += 1
        return oneAtATime(createRedisTicketStore({ redis, prefix: `${prefix}-${run}:` }))
      }, RUNS)
    } finally {
      redis.disconnect()
    }
  })
})
