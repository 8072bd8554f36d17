import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSharedEventLog, type EventLog } from '#server/domains/live/index.ts'
import { clusterBuckets } from '#server/domains/live/redis-buckets.ts'
import { createRedisTicketStore } from '#server/domains/matching/index.ts'
import { createRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { type ClusterClients, openRedis } from '#server/platform/redis/index.ts'
import { type RedisClusterServers, startRedisCluster } from '../../kit/redis-cluster.ts'
import { aSeeker, NEW_POLL, NO_PLACES } from '../../kit/seeker.ts'

interface Node {
  clients: ClusterClients
  log: EventLog
  /** The delivered events, as member and event. */
  heard: string[]
}

let cluster: RedisClusterServers | null
let prefix: string
let nodes: Node[]

beforeAll(async () => {
  cluster = await startRedisCluster()
})
afterAll(() => cluster?.stop())
beforeEach((context) => {
  if (!cluster) return context.skip('redis-server is not installed')
  prefix = `logs-${crypto.randomUUID()}:`
  nodes = []
})
afterEach(async () => {
  for (const { log, clients } of nodes) {
    await log[Symbol.asyncDispose]()
    await clients[Symbol.asyncDispose]()
  }
})

async function openNode(): Promise<Node> {
  const clients = await openRedis(cluster?.url ?? '', () => undefined)
  if (clients.kind !== 'cluster') throw new Error('expected the clients of a cluster')
  const log = createSharedEventLog(clients, prefix)
  const heard: string[] = []
  log.listen((userId, { event }) => heard.push(`${userId} ${event}`))
  const node = { clients, log, heard }
  nodes.push(node)
  return node
}

const bucketOf = (userId: string) => clusterBuckets(prefix).of(userId)
/** Returns members whose logs are on different primaries. */
async function membersOnDifferentPrimaries({ clients }: Node): Promise<[string, string]> {
  const primaryOf = (userId: string) => clients.commands.slots[bucketOf(userId).slot ?? 0]?.[0]
  const names = Array.from({ length: 100 }, (_, index) => `member ${index}`)
  const other = names.find((name) => primaryOf(name) !== primaryOf('member 0'))
  if (!other) throw new Error('all members are on one primary')
  return ['member 0', other]
}
const eventsOf = async ({ log }: Node, userId: string) =>
  (await log.since(userId, '0-0')).entries.map(({ event }) => event)
const once = { key: 'a message', time: 1_700_000_000_000 }

describe('the connections to a cluster', () => {
  it('open each time, also when the client finds the cluster unready at its first look', async () => {
    for (let index = 0; index < 30; index += 1) {
      const { clients } = await openNode()
      await clients.ping()
      await clients[Symbol.asyncDispose]()
      nodes.pop()
    }
    expect(nodes).toEqual([])
  })
})

describe('the buckets of a cluster', () => {
  it('number 64, with evenly spread slots', () => {
    const { all } = clusterBuckets('live:')
    expect(all.map(({ slot }) => Math.floor((slot ?? 0) / 256))).toEqual(
      Array.from({ length: 64 }, (_, i) => i),
    )
    expect(new Set(all.map((bucket) => bucket.prefix)).size).toBe(64)
  })

  it('stay the same for a member on every node', () => {
    // Random ids would now and then leave a bucket out.
    const ids = Array.from({ length: 1_000 }, (_, index) => `member ${index}`)
    const used = ids.map((id) => clusterBuckets('live:').of(id).prefix)
    expect(used).toEqual(ids.map((id) => clusterBuckets('live:').of(id).prefix))
    expect(new Set(used).size).toBe(64)
  })
})

describe('an event for members on different primaries', () => {
  it('reaches each of them once, in order, whichever nodes publish it', async () => {
    const [node, other] = [await openNode(), await openNode()]
    const [ann, ben] = await membersOnDifferentPrimaries(node)
    for (const userId of [ann, ben]) await other.log.subscribe(userId)
    expect(await node.log.undelivered([once])).toEqual([once])
    for (const { log } of [node, other, node]) await log.append([ann, ben], 'one', '{}', once)
    await node.log.append([ann, ben], 'two', '{}')
    await expect
      .poll(() => other.heard.toSorted())
      .toEqual([`${ann} one`, `${ann} two`, `${ben} one`, `${ben} two`].sort())
    expect(other.heard.indexOf(`${ann} one`)).toBeLessThan(other.heard.indexOf(`${ann} two`))
    expect(await other.log.undelivered([once])).toEqual([])
    for (const userId of [ann, ben]) expect(await eventsOf(node, userId)).toEqual(['one', 'two'])
  })

  it('counts as undelivered until each of them has it, and then reaches only the others', async () => {
    const node = await openNode()
    const [ann, ben] = await membersOnDifferentPrimaries(node)
    const { commands } = node.clients
    const send = commands.liveAppend.bind(commands)
    const failing = vi.spyOn(commands, 'liveAppend').mockImplementation((...args) => {
      const isForBen = args.some((value) => String(value).includes(bucketOf(ben).prefix))
      return isForBen ? Promise.reject(new Error('Connection is closed')) : send(...args)
    })
    await expect(node.log.append([ann, ben], 'one', '{}', once)).rejects.toThrow('Connection is closed')
    expect(await node.log.undelivered([once])).toEqual([once])
    failing.mockRestore()
    await node.log.append([ann, ben], 'one', '{}', once)
    expect(await node.log.undelivered([once])).toEqual([])
    expect(await eventsOf(node, ann)).toEqual(['one'])
    await expect.poll(() => eventsOf(node, ben)).toEqual(['one', 'resync'])
  })

  it('drops out when it is three minutes older than the checkpoint', async () => {
    const node = await openNode()
    await node.log.append(['ann'], 'one', '{}', once)
    await node.log.writeProgress({ checkpoint: once.time + 3 * 60_000, since: 1, last: 2 })
    expect(await node.log.undelivered([once])).toEqual([once])
    expect(await node.log.readProgress()).toEqual({ checkpoint: once.time + 3 * 60_000, since: 1, last: 2 })
  })
})

describe('when another server takes over the slot of a member', () => {
  it.each(['failOver', 'moveSlot'] as const)(
    'streams get resync and later events after %s, and replays from before are incomplete',
    async (how) => {
      const [node, other] = [await openNode(), await openNode()]
      const [ann, ben] = await membersOnDifferentPrimaries(node)
      for (const userId of [ann, ben]) await node.log.subscribe(userId)
      const before = await node.log.cursor(ann)
      expect((await node.log.since(ann, before)).complete).toBe(true)
      await cluster?.[how](bucketOf(ann).prefix)
      await expect.poll(() => node.heard).toContain(`${ann} resync`)
      // The servers may name the earlier primary once more: then there is a second resync.
      const sendAgain = async () => {
        await other.log.append([ann, ben], 'after', '{}').catch(() => undefined)
        return node.heard
      }
      await expect.poll(sendAgain).toContain(`${ann} after`)
      await expect.poll(sendAgain).toContain(`${ben} after`)
      expect(node.heard).not.toContain(`${ben} resync`)
      expect((await node.log.since(ann, before)).complete).toBe(false)
    },
  )
})

describe('a cluster', () => {
  it('lets a ticket store claim a pair at once, and two nodes agree on it', async () => {
    const [first, second] = [await openNode(), await openNode()]
    const stores = [first, second].map(({ clients }) =>
      createRedisTicketStore({ redis: clients.commands, prefix: clients.prefixOf(prefix) }),
    )
    const [one, two] = stores
    if (!one || !two) throw new Error('there are two stores')
    const ticket = (userId: string) => ({
      ...aSeeker(userId),
      ticketId: `ticket of ${userId}`,
      waitingSince: 1_000,
      lastSeen: 1_000,
    })
    const [ann, ben] = [ticket('ann'), ticket('ben')]
    for (const seeker of [ann, ben]) await one.arrive(seeker, NEW_POLL, NO_PLACES)
    const claims = stores.map((store) => store.claim({ pairId: 'ann+ben', a: ann, b: ben }, 0))
    expect((await Promise.all(claims)).toSorted()).toEqual([false, true])
    expect(await two.waiting()).toBe(0)
    for (const userId of ['ann', 'ben'])
      expect((await two.begin(userId)).settled).toMatchObject({ pairId: 'ann+ben' })
  })

  it('counts the rate limits of all nodes together', async () => {
    const [first, second] = [await openNode(), await openNode()]
    const [one, two] = [first, second].map(({ clients }) =>
      createRateLimits({ redis: clients.commands, factor: 1, note: () => undefined }),
    )
    const account = crypto.randomUUID()
    await one?.consume('messageByAccount', account)
    const used = await one?.used('messageByAccount', account)
    await two?.consume('messageByAccount', account)
    expect(await one?.used('messageByAccount', account)).toBeCloseTo(2 * (used ?? Number.NaN), 6)
  })

  it('hides its password in the error when it cannot be reached', async () => {
    const opening = openRedis('redis+cluster://:secret@127.0.0.1:1', () => undefined)
    await expect(opening).rejects.toThrow(/^Cannot reach Redis at 127\.0\.0\.1:1 \(REDIS_URL\)/)
    await expect(opening).rejects.not.toThrow('secret')
  })
})
