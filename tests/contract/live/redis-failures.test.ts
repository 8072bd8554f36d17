import { once } from 'node:events'
import type { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRedisEventLog, type Live } from '#server/domains/live/index.ts'
import type { RedisClients } from '#server/platform/redis/index.ts'
import { createTestClient } from '../../kit/live-client.ts'
import { openServerAt } from '../../kit/redis-logs.ts'
import { freePort, type RedisServer, startRedis } from '../../kit/redis-server.ts'
import { createTestLive } from '../../kit/test-live.ts'

const online = (userId: string) => ({ event: 'USER_ONLINE', data: { userId } }) as const
const patience = { timeout: 60_000 }

describe('streams on Redis', () => {
  let port: number
  let server: RedisServer | null
  let clients: RedisClients[]
  let node: { live: Live; redis: Redis; subscriber: Redis }

  async function startNode() {
    const opened = await openServerAt(`redis://127.0.0.1:${port}`)
    clients.push(opened)
    const { commands: redis, subscriber } = opened
    return {
      redis,
      subscriber,
      live: createTestLive({ log: createRedisEventLog({ redis, subscriber, prefix: 'l:' }) }),
    }
  }

  beforeEach(async (context) => {
    clients = []
    port = await freePort()
    server = await startRedis(port)
    if (!server) return context.skip('redis-server is not installed')
    node = await startNode()
  })
  afterEach(async () => {
    for (const client of clients) await client[Symbol.asyncDispose]()
    await server?.stop()
  })

  async function connected(live: Live, after: string | null = null) {
    const client = createTestClient()
    const connection = await live.connect('ann', { after, sessionKey: 's' }, client)
    return { client, connection }
  }

  /** The two connections return one after the other. A command fails until its own is back. */
  const commandsReady = () => expect.poll(() => node.redis.status, patience).toBe('ready')

  async function restart() {
    await server?.stop()
    server = await startRedis(port)
  }

  it('resync after a restart, and receive later events', async () => {
    const { client } = await connected(node.live)
    await node.live.publish(['ann'], online('before'))
    await restart()
    await expect.poll(() => client.events('resync').length, patience).toBe(1)
    await commandsReady()
    await node.live.publish(['ann'], online('after'))
    await expect
      .poll(() => client.events('USER_ONLINE').map(({ data }) => data.userId))
      .toEqual(['before', 'after'])
  })

  it('resync once when their client was away during a restart without data', async () => {
    const { client, connection } = await connected(node.live)
    await node.live.publish(['ann'], online('ben'))
    await expect.poll(() => client.events('USER_ONLINE').length).toBe(1)
    connection.close()
    await restart()
    const { live } = await startNode()
    const back = await connected(live, client.lastId)
    expect(back.client.frames.map(({ event }) => event)).toEqual(['resync', 'ready'])
    const again = await connected(live, back.client.lastId)
    expect(again.client.frames.map(({ event }) => event)).toEqual(['ready'])
  })

  it('resync when their client was away and its Redis is primary again after another one was', async (context) => {
    const otherPort = await freePort()
    const other = await startRedis(otherPort)
    if (!other) return context.skip('redis-server is not installed')
    try {
      const { client, connection } = await connected(node.live)
      connection.close()
      const { commands: replica } = await openServerAt(other.url)
      const follow = async (one: Redis, toPort: number) => {
        await one.replicaof('127.0.0.1', toPort)
        await expect.poll(() => one.info('replication'), patience).toContain('master_link_status:up')
      }
      await follow(replica, port)
      await replica.replicaof('NO', 'ONE')
      await follow(node.redis, otherPort)
      await node.redis.replicaof('NO', 'ONE')
      replica.disconnect()
      const back = await connected(node.live, client.lastId)
      expect(back.client.events('resync')).toHaveLength(1)
    } finally {
      await other.stop()
    }
  })

  it('resync after the subscriber was disconnected, and receive later events', async () => {
    const { client } = await connected(node.live)
    await node.redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
    await expect.poll(() => client.events('resync').length, patience).toBe(1)
    await commandsReady()
    await node.live.publish(['ann'], online('after'))
    await expect.poll(() => client.events('USER_ONLINE').length).toBe(1)
  })

  // covers: beyond-redis-unstable
  it('resync when a restart fails and a later one succeeds', async () => {
    const { client } = await connected(node.live)
    const gone = new Promise<void>((resolve) =>
      node.subscriber.once('ready', () => void server?.stop('SIGKILL').then(resolve)),
    )
    let attempts = 0
    await restart()
    await gone
    node.subscriber.on('reconnecting', () => {
      attempts += 1
    })
    // More attempts than a command has.
    await expect.poll(() => attempts, patience).toBeGreaterThan(4)
    const told = client.events('resync').length
    server = await startRedis(port)
    await expect.poll(() => client.events('resync').length, patience).toBeGreaterThan(told)
    await commandsReady()
    await node.live.publish(['ann'], online('after'))
    await expect.poll(() => client.events('USER_ONLINE').length).toBe(1)
  })

  it('resync on every node when their client missed an event while a node was cut off', async () => {
    const other = await startNode()
    const here = await connected(other.live)
    const away = await connected(other.live)
    away.connection.close()
    const ended = once(node.redis, 'end')
    node.redis.disconnect()
    await ended
    await expect(node.live.publish(['ann'], online('lost'))).rejects.toThrow()
    await node.redis.connect()
    await expect.poll(() => here.client.events('resync').length, patience).toBe(1)
    const back = await connected(other.live, away.client.lastId)
    expect(back.client.events('resync')).toHaveLength(1)
  })

  it('send their scripts again after Redis has forgotten them', async () => {
    const { client } = await connected(node.live)
    await node.live.publish(['ann'], online('one'))
    await node.redis.script('FLUSH')
    await Promise.all(['two', 'three'].map((name) => node.live.publish(['ann'], online(name))))
    await expect
      .poll(() => client.events('USER_ONLINE').map(({ data }) => data.userId))
      .toEqual(['one', 'two', 'three'])
  })

  it('keep the log of a member within a length and a time', async () => {
    for (let index = 0; index < 400; index += 1) await node.live.publish(['ann'], online('ben'))
    expect(await node.redis.xlen('l:log:ann')).toBeLessThanOrEqual(257)
    expect(await node.redis.pttl('l:log:ann')).toBeGreaterThan(9 * 60_000)
    expect(await node.redis.pttl('l:log:ann')).toBeLessThanOrEqual(10 * 60_000)
  })

  it('end the subscription of a node to a member with the last stream of the member', async () => {
    const channels = () => node.redis.pubsub('CHANNELS', 'l:*')
    const [one, two] = [await connected(node.live), await connected(node.live)]
    one.connection.close()
    expect(await channels()).toEqual(['l:to:ann'])
    two.connection.close()
    await expect.poll(channels).toEqual([])
    await connected(node.live)
    expect(await channels()).toEqual(['l:to:ann'])
  })
})
