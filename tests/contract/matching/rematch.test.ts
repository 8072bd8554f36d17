import { Redis } from 'ioredis'
import { describe, expect, inject, it } from 'vitest'
import {
  createMemoryTicketStore,
  createRedisTicketStore,
  type TicketStore,
} from '#server/domains/matching/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createTestClock } from '../../kit/clock.ts'
import { aSeeker } from '../../kit/seeker.ts'
import { createTestMatching } from '../../kit/test-matching.ts'

const MINUTE = 60_000

/** Two members who were matched, and whose chat has ended. */
async function separated(store: TicketStore, clock: Clock) {
  const matching = createTestMatching({
    store,
    clock,
    openConversation: async () => ({ conversationId: crypto.randomUUID() }),
  })
  await matching.findMatch(aSeeker('ann'))
  expect(await matching.findMatch(aSeeker('ben'))).toMatchObject({ status: 'matched' })
  await matching.forget('ann', 'ben')
  return matching
}

describe('two members who were matched', () => {
  // covers: design-no-rematch-for-half-an-hour
  it.each([
    [30 * MINUTE - 1, 'searching'],
    [30 * MINUTE, 'matched'],
  ])('search again after %i ms and are %s at once', async (later, status) => {
    const clock = createTestClock()
    const matching = await separated(createMemoryTicketStore({ clock }), clock)
    clock.advance(later)
    await matching.findMatch(aSeeker('ann'))
    expect(await matching.findMatch(aSeeker('ben'))).toMatchObject({ status })
  })

  // covers: design-no-rematch-for-half-an-hour
  it('stay apart for 30 minutes, as long as Redis remembers them', async (context) => {
    const url = inject('redisUrl')
    if (!url) return context.skip('redis-server is not installed')
    const redis = new Redis(url)
    const prefix = `match-${crypto.randomUUID()}:`
    const matching = await separated(createRedisTicketStore({ redis, prefix }), createTestClock())
    const meetings = await redis.keys(`${prefix}2:m:*`)
    const lifetimes = await Promise.all(meetings.map((key) => redis.pttl(key)))
    expect(lifetimes.length).toBeGreaterThan(0)
    for (const lifetime of lifetimes) {
      expect(lifetime).toBeLessThanOrEqual(30 * MINUTE)
      expect(lifetime).toBeGreaterThan(20 * MINUTE)
    }
    // Redis ends a lifetime by its own clock.
    for (const key of meetings) await redis.del(key)
    await matching.findMatch(aSeeker('ann'))
    expect(await matching.findMatch(aSeeker('ben'))).toMatchObject({ status: 'matched' })
    await redis.del(await redis.keys(`${prefix}*`))
    redis.disconnect()
  })
})
