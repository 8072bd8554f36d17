import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createRedisEventLog } from '#server/domains/live/index.ts'
import {
  disconnect,
  openRedisLogs,
  type RedisLogNode,
  type RedisLogs,
  whenDelivered,
} from '../../kit/redis-logs.ts'

let logs: RedisLogs | null
let node: RedisLogNode
/** Another node, whose connections are not interrupted. */
let other: RedisLogNode
beforeEach(async (context) => {
  logs = await openRedisLogs()
  if (!logs) return context.skip('redis-server is not installed')
  ;[node, other] = [await logs.node(), await logs.node()]
})
afterEach(() => logs?.close())

const logged = async (userId: string) => (await other.log.since(userId, '0-0')).entries
const eventsIn = async (userId: string) => (await logged(userId)).map(({ event }) => event)

describe('a node whose commands did not reach Redis', () => {
  it('sends resync to the members of an event that it could not append, once it is back', async () => {
    for (const userId of ['ann', 'ben']) await other.log.subscribe(userId)
    await disconnect(node.redis)
    await expect(node.log.append(['ann', 'ben'], 'lost', '{}')).rejects.toThrow()
    await node.redis.connect()
    for (const one of [node, other]) await whenDelivered(one)
    expect(other.heard.toSorted()).toEqual(['ann resync', 'ben resync'])
    expect(await logged('ann')).toEqual([
      { id: expect.stringMatching(/^\d+-\d+$/), event: 'resync', data: '{}' },
    ])
  })

  it('sends resync once, however often it loses the connection afterwards', async () => {
    await disconnect(node.redis)
    await expect(node.log.append(['ann'], 'lost', '{}')).rejects.toThrow()
    await node.redis.connect()
    await whenDelivered(node)
    expect(await eventsIn('ann')).toEqual(['resync'])
    await disconnect(node.redis)
    await node.redis.connect()
    await node.log.append(['ann'], 'next', '{}')
    expect(await eventsIn('ann')).toEqual(['resync', 'next'])
  })

  it('sends resync after a later reconnection when the first one failed', async () => {
    await disconnect(node.redis)
    await expect(node.log.append(['ann'], 'lost', '{}')).rejects.toThrow()
    // The connection is lost again before the log notices it.
    node.redis.prependOnceListener('ready', () => node.redis.disconnect())
    const ended = new Promise((resolve) => node.redis.once('end', resolve))
    await node.redis.connect().catch(() => undefined)
    await ended
    expect(await eventsIn('ann')).toEqual([])
    await node.redis.connect()
    await whenDelivered(node)
    expect(await eventsIn('ann')).toEqual(['resync'])
  })

  it('sends resync for transient events with resyncOnFailure only', async () => {
    await disconnect(node.redis)
    await expect(node.log.pass(['ann'], 'end-sessions', '[]', { resyncOnFailure: true })).rejects.toThrow()
    await expect(node.log.pass(['ben'], 'typing', '{}')).rejects.toThrow()
    await expect(node.log.pass(['cleo'], 'typing', '{}', {})).rejects.toThrow()
    await node.redis.connect()
    await whenDelivered(node)
    expect(await eventsIn('ann')).toEqual(['resync'])
    expect([await eventsIn('ben'), await eventsIn('cleo')]).toEqual([[], []])
  })

  it('sends no resync when nothing was lost', async () => {
    await node.log.append(['ann'], 'one', '{}')
    await disconnect(node.redis)
    await node.redis.connect()
    await node.log.append(['ann'], 'two', '{}')
    expect(await eventsIn('ann')).toEqual(['one', 'two'])
  })
})

describe('a node whose subscriptions were interrupted', () => {
  it('delivers resync for every member with streams, and then later events', async () => {
    for (const userId of ['ann', 'ben', 'cleo']) await node.log.subscribe(userId)
    node.log.unsubscribe('cleo')
    await disconnect(node.subscriber)
    await other.log.append(['ann'], 'missed', '{}')
    await node.subscriber.connect()
    await whenDelivered(node)
    expect(node.heard).toEqual(['ann resync', 'ben resync'])
    await other.log.append(['ann', 'ben', 'cleo'], 'heard', '{}')
    await whenDelivered(node)
    expect(node.heard.slice(2)).toEqual(['ann heard', 'ben heard'])
  })

  it('delivers nothing for members without streams', async () => {
    await node.log.subscribe('ann')
    node.log.unsubscribe('ann')
    await disconnect(node.subscriber)
    await node.subscriber.connect()
    await node.log.subscribe('ben')
    await other.log.append(['ann', 'ben'], 'one', '{}')
    await whenDelivered(node)
    expect(node.heard).toEqual(['ben one'])
  })

  it('delivers resync after every reconnection', async () => {
    await node.log.subscribe('ann')
    for (const times of [1, 2]) {
      await disconnect(node.subscriber)
      await node.subscriber.connect()
      await whenDelivered(node)
      expect(node.heard).toEqual(Array(times).fill('ann resync'))
    }
  })

  it('delivers resync once when a reconnection fails and a later one succeeds', async () => {
    await node.log.subscribe('ann')
    await disconnect(node.subscriber)
    // The connection is lost again before the log notices it.
    node.subscriber.prependOnceListener('ready', () => node.subscriber.disconnect())
    const ended = new Promise((resolve) => node.subscriber.once('end', resolve))
    await node.subscriber.connect().catch(() => undefined)
    await ended
    expect(node.heard).toEqual([])
    await node.subscriber.connect()
    await whenDelivered(node)
    expect(node.heard).toEqual(['ann resync'])
  })

  it('unsubscribes from a member while disconnected without a failure', async () => {
    await node.log.subscribe('ann')
    await disconnect(node.subscriber)
    node.log.unsubscribe('ann')
    await node.subscriber.connect()
    await node.log.subscribe('ben')
    await other.log.append(['ann', 'ben'], 'one', '{}')
    await whenDelivered(node)
    expect(node.heard).toEqual(['ben one'])
  })

  it('delivers no resync for its first connection', async () => {
    const [redis, subscriber] = [0, 1].map(
      () => new Redis(inject('redisUrl') ?? '', { lazyConnect: true }),
    ) as [Redis, Redis]
    const log = createRedisEventLog({ redis, subscriber, prefix: logs?.prefix ?? '' })
    const heard: string[] = []
    log.listen((userId, { event }) => heard.push(`${userId} ${event}`))
    await log.subscribe('ann')
    await other.log.append(['ann'], 'first', '{}')
    await whenDelivered({ log, redis, subscriber, heard })
    expect(heard).toEqual(['ann first'])
    for (const connection of [redis, subscriber]) connection.disconnect()
  })
})
