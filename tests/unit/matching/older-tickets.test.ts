import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import * as z from 'zod'
import { createRedisTicketStore, type Matching } from '#server/domains/matching/index.ts'
import { createTestClock } from '../../kit/clock.ts'
import { aSeeker } from '../../kit/seeker.ts'
import { createTestMatching } from '../../kit/test-matching.ts'

const url = inject('redisUrl')
const clock = createTestClock()
/** The profile of a ticket as nodes of 0.3.0 write it: without languages. */
const olderProfile = z.tuple([z.unknown()]).rest(z.unknown())

let redis: Redis
let prefix: string
let matching: Matching
beforeAll(() => {
  if (url) redis = new Redis(url)
})
afterAll(() => redis?.disconnect())
beforeEach((context) => {
  if (!url) return context.skip('redis-server is not installed')
  prefix = `older-${crypto.randomUUID()}:`
  matching = createTestMatching({
    store: createRedisTicketStore({ redis, prefix }),
    clock,
    openConversation: async () => ({ conversationId: 'chat' }),
  })
})

/** Takes the languages out of a stored ticket. */
async function makeOlder(userId: string) {
  const [key = ''] = await redis.keys(`${prefix}*t:${userId}`)
  const lines = ((await redis.get(key)) ?? '').split('\n')
  const profile = olderProfile.parse(JSON.parse(lines[3] ?? ''))
  expect(profile.at(-1)).toEqual(['mr'])
  lines[3] = JSON.stringify(profile.slice(0, -1))
  await redis.set(key, lines.join('\n'))
}

describe('a ticket of a node that does not know languages', () => {
  // covers: design-matching-prefers-common-language
  it('matches a member of any language', async () => {
    await matching.findMatch(aSeeker('ann', { languages: ['mr'] }))
    expect(await matching.findMatch(aSeeker('ben', { languages: ['de'] }))).toMatchObject({
      status: 'searching',
    })
    await matching.cancel('ben')
    await makeOlder('ann')
    expect(await matching.findMatch(aSeeker('cleo', { languages: ['de'] }))).toMatchObject({
      partnerId: 'ann',
    })
  })

  // covers: beyond-exchange-matching
  it('joins no exchange before that one accepts anyone', async () => {
    const exchange = aSeeker('ben', { languages: ['de'], learning: ['mr'] })
    await matching.findMatch(aSeeker('ann', { languages: ['mr'] }))
    await makeOlder('ann')
    expect(await matching.findMatch(exchange)).toMatchObject({ status: 'searching' })
    clock.advance(10_000)
    expect(await matching.findMatch(exchange)).toMatchObject({ status: 'searching' })
    clock.advance(10_000)
    await matching.findMatch(aSeeker('ann', { languages: ['mr'] }))
    await makeOlder('ann')
    expect(await matching.findMatch(exchange)).toMatchObject({ partnerId: 'ann' })
  })

  it('finds a member of any language when it is searched for again', async () => {
    await matching.findMatch(aSeeker('ben', { languages: ['de'] }))
    await matching.findMatch(aSeeker('ann', { languages: ['mr'] }))
    await makeOlder('ann')
    clock.advance(3_000)
    await matching.tick()
    expect(await matching.waiting()).toBe(0)
  })
})
