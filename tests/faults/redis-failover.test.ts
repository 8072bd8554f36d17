import { describe, expect, it, type TestContext } from 'vitest'
import { annotateFigures } from '../kit/annotate-figures.ts'
import { startRedisCluster } from '../kit/redis-cluster.ts'
import { startWatchedRedis } from '../kit/redis-sentinel.ts'
import { type FailoverResult, runFailover } from './campaign/failover.ts'

/** Nothing acknowledged is lost, stored twice, missing at a member or out of order, and no answer is an unexcused failure. */
async function expectNothingLost(result: FailoverResult, context: TestContext) {
  const { lost, twice, untold, disordered, senders } = result
  const unexpected = senders.flatMap(({ unexpected: answers }) => [...answers.keys()])
  const details = JSON.stringify({ unexpected, outputs: result.outputs }, null, 2)
  expect({ lost, twice, untold, disordered, unexpected }, details).toEqual({
    lost: [],
    twice: [],
    untold: [],
    disordered: [],
    unexpected: [],
  })
  expect(result.isMatched, details).toBe(true)
  expect(result.acknowledged).toBeGreaterThan(0)
  // Messages go on while Redis is away.
  expect(result.acknowledgedMeanwhile).toBeGreaterThan(0)
  await annotateFigures(context, {
    messages: result.acknowledged,
    'of them while Redis was away': result.acknowledgedMeanwhile,
    lost: lost.length,
  })
}

describe('two nodes under load on a Redis Cluster, when a primary is killed and its replica takes over', () => {
  it('lose no message, deliver each to every member, and match again', async (context) => {
    const redis = await startRedisCluster()
    if (!redis) return context.skip('redis-server is not installed')
    try {
      const node = { REDIS_URL: redis.url }
      const result = await runFailover({
        nodes: [node, node],
        // The primary that has the tickets: matching has to work again afterwards.
        strike: () => redis.killPrimaryOf('{match}:'),
      })
      await expectNothingLost(result, context)
    } finally {
      await redis.stop()
    }
  })
})

describe('two nodes under load behind a sentinel, when the primary is killed and the replica takes over', () => {
  it('lose no message, deliver each to every member, and match again', async (context) => {
    const redis = await startWatchedRedis()
    if (!redis) return context.skip('redis-server is not installed')
    try {
      const node = { REDIS_URL: redis.url }
      const result = await runFailover({ nodes: [node, node], strike: () => redis.killPrimary() })
      await expectNothingLost(result, context)
    } finally {
      await redis.stop()
    }
  })
})
