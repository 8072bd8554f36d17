import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createRedisPresence, type Presence } from '#server/domains/presence/index.ts'

const patience = { timeout: 60_000 }

describe('members online on several nodes', () => {
  let url: string | null
  let prefix: string
  let redis: Redis
  let closers: (() => Promise<void> | void)[]

  beforeEach((context) => {
    url = inject('redisUrl')
    if (!url) return context.skip('redis-server is not installed')
    prefix = `nodes-${crypto.randomUUID()}:`
    redis = new Redis(url)
    closers = [() => redis.disconnect()]
  })
  afterEach(async () => {
    for (const close of closers ?? []) await close()
  })

  interface Node {
    presence: Presence
    came: string[]
    went: string[]
    errors: unknown[]
    connection: Redis
  }

  async function startNode(): Promise<Node> {
    const connection = new Redis(url ?? '', { maxRetriesPerRequest: 1 })
    const [came, went, errors]: [string[], string[], unknown[]] = [[], [], []]
    const presence = createRedisPresence({
      redis: connection,
      prefix,
      nodeId: crypto.randomUUID(),
      aliveSeconds: 1,
      signEvery: 50,
      grace: 50,
      onOnline: (userId) => void came.push(userId),
      onOffline: (userId) => void went.push(userId),
      onError: (error) => void errors.push(error),
    })
    closers.push(async () => {
      await presence[Symbol.asyncDispose]()
      connection.disconnect()
    })
    await connection.ping()
    return { presence, came, went, errors, connection }
  }

  it('go offline when their node dies, unless they have a stream on another', async () => {
    const [dying, other] = [await startNode(), await startNode()]
    const people = Array.from({ length: 450 }, (_, index) => `person ${index}`)
    for (const userId of people) await dying.presence.opened(userId, ['jazz'])
    await other.presence.opened('person 7', ['jazz'])
    expect(await other.presence.count()).toBe(450)
    dying.connection.disconnect()
    await expect.poll(() => other.presence.count(), patience).toBe(1)
    await expect.poll(() => other.went.length, patience).toBe(449)
    expect(new Set(other.went).size).toBe(449)
    expect(other.went).not.toContain('person 7')
    expect(await other.presence.countSharing(['jazz'], ['me'], 999)).toBe(1)
    await other.presence.closed('person 7')
    await expect.poll(() => other.presence.count(), patience).toBe(0)
    expect(await redis.keys(`${prefix}interest:*`)).toEqual([])
    expect(await redis.keys(`${prefix}nodes-of:*`)).toEqual([])
    await expect.poll(() => redis.scard(`${prefix}nodes`), patience).toBe(1)
  })

  it('appear as offline once when several nodes clean up at the same time', async () => {
    const dying = await startNode()
    const others = [await startNode(), await startNode(), await startNode()]
    for (let index = 0; index < 300; index += 1) await dying.presence.opened(`person ${index}`, [])
    dying.connection.disconnect()
    const told = () => others.flatMap(({ went }) => went)
    await expect.poll(() => told().length, patience).toBe(300)
    expect(new Set(told()).size).toBe(300)
  })

  it('appear as offline once when their grace period ends, whichever nodes look', async () => {
    const nodes = [await startNode(), await startNode(), await startNode()]
    const people = Array.from({ length: 300 }, (_, index) => `person ${index}`)
    const [first] = nodes
    for (const userId of people) await first?.presence.opened(userId, [])
    await Promise.all(people.map((userId) => first?.presence.closed(userId)))
    const told = () => nodes.flatMap(({ went }) => went)
    await expect.poll(() => told().length, patience).toBe(300)
    expect(new Set(told()).size).toBe(300)
  })

  it('go offline although the node that they left died within their grace period', async () => {
    const [dying, other] = [await startNode(), await startNode()]
    await dying.presence.opened('ann', [])
    await dying.presence.closed('ann')
    dying.connection.disconnect()
    await expect.poll(() => [...dying.went, ...other.went], patience).toEqual(['ann'])
    await expect.poll(() => other.presence.count(), patience).toBe(0)
  })

  it('come online again when their node was wrongly considered dead', async () => {
    const [stalled, other] = [await startNode(), await startNode()]
    await stalled.presence.opened('ann', ['jazz'])
    await stalled.presence.opened('ben', ['jazz'])
    stalled.connection.disconnect()
    await expect.poll(() => other.went.toSorted(), patience).toEqual(['ann', 'ben'])
    await stalled.presence.closed('ben')
    await stalled.connection.connect()
    await expect.poll(() => stalled.came, patience).toEqual(['ann'])
    expect(await other.presence.online(['ann', 'ben'])).toEqual(new Set(['ann']))
    expect(await other.presence.countSharing(['jazz'], ['me'], 10)).toBe(1)
  })

  it('come online again after Redis has lost all data', async () => {
    const node = await startNode()
    await node.presence.opened('ann', ['jazz'])
    await redis.del(await redis.keys(`${prefix}*`))
    await expect.poll(() => node.presence.online(['ann']), patience).toEqual(new Set(['ann']))
    expect(await node.presence.countSharing(['jazz'], ['me'], 10)).toBe(1)
    await node.presence.closed('ann')
    await expect.poll(() => node.went, patience).toEqual(['ann'])
  })

  it('appear correctly once Redis is back, if they came or left while it was away', async () => {
    const [cut, other] = [await startNode(), await startNode()]
    await cut.presence.opened('goes', [])
    cut.connection.disconnect()
    await cut.presence.opened('comes', [])
    await cut.presence.closed('goes')
    expect(cut.errors.length).toBeGreaterThan(0)
    await cut.connection.connect()
    await expect.poll(() => other.presence.online(['comes', 'goes']), patience).toEqual(new Set(['comes']))
    await expect.poll(() => [...cut.went, ...other.went]).toEqual(['goes'])
    expect(cut.came).toEqual(['comes'])
  })

  it('leave no data behind when the two nodes had different interests', async () => {
    const [one, two] = [await startNode(), await startNode()]
    await one.presence.opened('ann', ['jazz'])
    await two.presence.opened('ann', ['chess'])
    await one.presence.closed('ann')
    await two.presence.closed('ann')
    await expect.poll(() => [...one.went, ...two.went], patience).toEqual(['ann'])
    expect(await two.presence.countSharing(['jazz', 'chess'], ['me'], 10)).toBe(0)
    expect(await redis.keys(`${prefix}interest:*`)).toEqual([])
  })

  it('stay online while their node stops and they open a stream on the next', async () => {
    const [stopping, next] = [await startNode(), await startNode()]
    await stopping.presence.opened('ann', [])
    await stopping.presence.opened('ben', [])
    await stopping.presence[Symbol.asyncDispose]()
    expect(await next.presence.opened('ann', [])).toBe(false)
    await expect.poll(() => next.went, patience).toEqual(['ben'])
    expect(await next.presence.online(['ann', 'ben'])).toEqual(new Set(['ann']))
  })
})
