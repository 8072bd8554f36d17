import { Redis } from 'ioredis'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import {
  createMemoryTicketStore,
  createRedisTicketStore,
  type TicketStore,
} from '#server/domains/matching/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createTestClock } from '../../kit/clock.ts'
import { STORES } from '../../kit/departures.ts'
import { join } from '../../kit/person.ts'
import { aSeeker, NO_PLACES } from '../../kit/seeker.ts'
import { createTestMatching } from '../../kit/test-matching.ts'

const MINUTE = 60_000

const matchingOn = (store: TicketStore, clock: Clock) =>
  createTestMatching({
    store,
    clock,
    openConversation: async () => ({ conversationId: crypto.randomUUID() }),
  })

/** Returns how long Redis keeps each mark of a meeting, in milliseconds. */
const lifetimesOf = async (redis: Redis, prefix: string) =>
  Promise.all((await redis.keys(`${prefix}2:m:*`)).map((key) => redis.pttl(key)))

type Met = ReturnType<typeof matchingOn>

/** Every way in which the chat of two members begins. */
const BEGINNINGS: [string, (matching: Met) => Promise<unknown>][] = [
  [
    'were matched',
    async (matching) => {
      await matching.findMatch(aSeeker('ann'))
      expect(await matching.findMatch(aSeeker('ben'))).toMatchObject({ status: 'matched' })
    },
  ],
  [
    'met in a list',
    (matching) =>
      matching.startChat({ starterId: 'ann', partnerId: 'ben' }, ['ann', 'ben'], async () => null),
  ],
]

describe.each(BEGINNINGS)('two members who %s', (_, begin) => {
  // covers: design-no-rematch-for-half-an-hour
  it.each([
    [30 * MINUTE - 1, 'searching'],
    [30 * MINUTE, 'matched'],
  ])('search %i ms after the end of a chat of two hours and are %s at once', async (later, status) => {
    const clock = createTestClock()
    const matching = matchingOn(createMemoryTicketStore({ clock }), clock)
    await begin(matching)
    clock.advance(120 * MINUTE)
    await matching.separate('ann', 'ben')
    clock.advance(later)
    await matching.findMatch(aSeeker('ann'))
    expect(await matching.findMatch(aSeeker('ben'))).toMatchObject({ status })
  })

  // covers: design-no-rematch-for-half-an-hour
  it('find others while their chat is open, on every node', async (context) => {
    const url = inject('redisUrl')
    if (!url) return context.skip('redis-server is not installed')
    const redis = new Redis(url)
    const prefix = `match-${crypto.randomUUID()}:`
    const clock = createTestClock()
    const [first, second] = [1, 2].map(() => matchingOn(createRedisTicketStore({ redis, prefix }), clock))
    if (!first || !second) return
    await begin(first)
    for (const userId of ['ann', 'ben']) await second.cancel(userId)
    await second.findMatch(aSeeker('ann'))
    expect(await second.findMatch(aSeeker('ben'))).toMatchObject({ status: 'searching' })
    // Redis ends a lifetime by its own clock.
    expect(Math.min(...(await lifetimesOf(redis, prefix)))).toBeGreaterThan(23 * 60 * MINUTE)
    await first.separate('ben', 'ann')
    const kept = await lifetimesOf(redis, prefix)
    expect(kept).toHaveLength(2)
    expect(Math.max(...kept)).toBeLessThanOrEqual(30 * MINUTE)
    expect(Math.min(...kept)).toBeGreaterThan(20 * MINUTE)
    await second.findMatch(aSeeker('ann'))
    expect(await second.findMatch(aSeeker('ben'))).toMatchObject({ status: 'searching' })
    for (const key of await redis.keys(`${prefix}2:m:*`)) await redis.del(key)
    expect(await second.findMatch(aSeeker('ben'))).toMatchObject({ status: 'matched' })
    await redis.del(await redis.keys(`${prefix}*`))
    redis.disconnect()
  })
})

describe('two members whose chat could not be opened', () => {
  const started = { pairId: 'started', starterId: 'ann', partnerId: 'ben' }
  /** What happens in the store. */
  const FAILURES: [string, (store: TicketStore) => Promise<void>][] = [
    [
      'a match',
      async (store) => {
        const waiting = { waitingSince: Date.now(), lastSeen: Date.now() }
        const [a, b] = [
          { ...aSeeker('ann'), ticketId: 'a', ...waiting },
          { ...aSeeker('ben'), ticketId: 'b', ...waiting },
        ]
        for (const ticket of [a, b]) await store.arrive(ticket, null, NO_PLACES)
        expect(await store.claim({ pairId: 'pair', a, b }, 0)).toBe(true)
        await store.undo({ pairId: 'pair', a, b })
        for (const { userId } of [a, b]) await store.leave(userId, null)
      },
    ],
    [
      'a start from a list',
      async (store) => {
        await store.start(started, ['ann', 'ben'])
        await store.release(started)
      },
    ],
  ]

  it.each(FAILURES)('can be matched after 30 minutes on one node: %s', async (_, fail) => {
    const clock = createTestClock()
    const store = createMemoryTicketStore({ clock })
    await fail(store)
    clock.advance(30 * MINUTE)
    const matching = matchingOn(store, clock)
    await matching.findMatch(aSeeker('ann'))
    expect(await matching.findMatch(aSeeker('ben'))).toMatchObject({ status: 'matched' })
  })

  it.each(FAILURES)('can be matched after 30 minutes with Redis: %s', async (_, fail) => {
    const url = inject('redisUrl')
    if (!url) return
    const redis = new Redis(url)
    const prefix = `match-${crypto.randomUUID()}:`
    await fail(createRedisTicketStore({ redis, prefix }))
    const lifetimes = await lifetimesOf(redis, prefix)
    expect(lifetimes).toHaveLength(2)
    expect(Math.max(...lifetimes)).toBeLessThanOrEqual(30 * MINUTE)
    await redis.del(await redis.keys(`${prefix}*`))
    redis.disconnect()
  })
})

describe('two members whose chat from a list has ended', () => {
  // covers: design-no-rematch-for-half-an-hour
  it.each(STORES)('search without finding each other on $name', async ({ open }) => {
    const nodes = await open()
    if (!nodes) return
    onTestFinished(() => nodes[Symbol.asyncDispose]())
    const interests = [`Only these ${crypto.randomUUID().slice(0, 8)}`]
    const [asha, ben] = [await join(nodes.first, { interests }), await join(nodes.second, { interests })]
    const { chat } = nodes.first.app.context
    const { conversationId } = await chat.open(asha.id, ben.id)
    await chat.resign(conversationId, asha.id)
    const answer = await asha.call('POST', '/api/v1/conversation', { secondUser: ben.id })
    expect(answer.status).toBe(200)
    await ben.call('GET', `/api/v1/conversation/${conversationId}/resign`)
    expect((await asha.findMatch()).status).toBe(202)
    expect((await ben.findMatch()).status).toBe(202)
  })
})
