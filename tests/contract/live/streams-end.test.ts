import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { startCluster, startNode, type TestApp } from '../../kit/app.ts'
import { createTestDatabase } from '../../kit/database.ts'
import { LIVE, namesOf, TRANSPORT_NAMES, TRANSPORTS } from '../../kit/graphql.ts'
import { join, openStream, type Person } from '../../kit/person.ts'
import { freePort, startRedis } from '../../kit/redis-server.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()
afterEach(() => {
  vi.restoreAllMocks()
})

interface Listening {
  readonly ended: Promise<unknown>
  names(): string[]
}

const REST = 'the stream of REST'
/** All ways to receive events. */
const WAYS: Record<string, (on: TestApp, who: Person) => Promise<Listening>> = {
  [REST]: async (on, who) => {
    const { ended, received } = await openStream(on.url, who.id, { token: who.token })
    return { ended, names: () => received.map(({ event }) => event) }
  },
  ...Object.fromEntries(
    TRANSPORT_NAMES.map((transport) => [
      `a subscription over ${transport}`,
      async (on: TestApp, who: Person) => {
        const made = await TRANSPORTS[transport](on, who, LIVE)
        return { ended: made.ended, names: () => namesOf(made) }
      },
    ]),
  ),
}
const WAY_NAMES = Object.keys(WAYS)

const listen = async (way: string, on: TestApp, who: Person) => {
  const made = await WAYS[way]?.(on, who)
  if (!made) throw new Error(`there is no ${way}`)
  return made
}

async function listening(way: string, on: TestApp, who: Person) {
  const { mock } = vi.spyOn(on.app.context.accounts, 'sessionStatusOf')
  const checks = () => mock.settledResults.filter(({ type }) => type === 'fulfilled').length
  const before = checks()
  const made = await listen(way, on, who)
  await expect.poll(() => made.names()).toContain('ready')
  // A session that ends during the first check of a stream ends it without an event.
  if (way === REST) await expect.poll(checks).toBeGreaterThan(before)
  return made
}

describe.each(WAY_NAMES)('%s', (way) => {
  // covers: beyond-suspension-ends-streams
  it("ends before the next event once the member's streams are ended", async () => {
    const [asha, ben] = [await join(node), await join(node)]
    const [hers, his] = [await listening(way, node, asha), await listening(way, node, ben)]
    const over: string[] = []
    void hers.ended.then(() => over.push('hers'))
    void his.ended.then(() => over.push('his'))
    await node.app.context.live.endPerson(asha.id)
    await node.app.context.live.publish([asha.id], { event: 'USER_ONLINE', data: { userId: ben.id } })
    await hers.ended
    expect(hers.names().slice(-2)).toEqual(['ready', 'session_ended'])
    expect(over).toEqual(['hers'])
    await node.app.context.live.endPerson(ben.id)
    await his.ended
  })

  const prisma = () => node.app.context.database.prisma

  // covers: beyond-suspension-while-stream-opens
  it.each([
    [
      'suspended',
      (who: Person) =>
        prisma().user.update({
          where: { id: who.id },
          data: { suspendedUntil: new Date(Date.now() + 60_000) },
        }),
    ],
    [
      'logged out',
      (who: Person) =>
        prisma().session.updateMany({ where: { userId: who.id }, data: { revokedAt: new Date() } }),
    ],
  ])('ends when the member was %s while it opened', async (_, happen) => {
    const asha = await join(node)
    const { live } = node.app.context
    const connect = live.connect.bind(live)
    vi.spyOn(live, 'connect').mockImplementationOnce(async (...args) => {
      // The event was emitted on another node before this one subscribed.
      await happen(asha)
      return connect(...args)
    })
    const made = await listen(way, node, asha)
    await made.ended
    expect(made.names().at(-1)).toBe('session_ended')
  })
})

// covers: beyond-suspension-ends-streams
it('the streams of a member end on every node', async (context) => {
  const cluster = await startCluster(2)
  if (!cluster) return context.skip('redis-server is not installed')
  const [first, second] = cluster.nodes as [TestApp, TestApp]
  const [asha, ben] = [await join(first), await join(first)]
  const all = await Promise.all(
    [first, second].flatMap((on) => WAY_NAMES.map((way) => listening(way, on, asha))),
  )
  const bens = await listening(REST, second, ben)
  await first.app.context.live.endPerson(asha.id)
  const event = { event: 'USER_ONLINE', data: { userId: ben.id } } as const
  await first.app.context.live.publish([asha.id, ben.id], event)
  await Promise.all(all.map(({ ended }) => ended))
  for (const made of all) expect(made.names().slice(-2)).toEqual(['ready', 'session_ended'])
  await expect.poll(() => bens.names()).toContain('USER_ONLINE')
  expect(bens.names()).not.toContain('session_ended')
  await cluster[Symbol.asyncDispose]()
})

describe('a node that was cut off from Redis', () => {
  const patience = { timeout: 60_000 }
  beforeEach((context) => {
    if (!inject('redisUrl')) context.skip('redis-server is not installed')
  })

  async function startCutOffNode() {
    const port = await freePort()
    const redis = await startRedis(port)
    if (!redis) throw new Error('redis-server is not installed')
    const database = await createTestDatabase()
    const [here, other] = [
      await startNode({ databaseUrl: database.url, redisUrl: redis.url }),
      await startNode({ databaseUrl: database.url, redisUrl: redis.url }),
    ]
    let server: typeof redis | null = redis
    return {
      here,
      other,
      async away() {
        await server?.stop()
      },
      async back() {
        server = await startRedis(port)
      },
      async [Symbol.asyncDispose]() {
        for (const one of [here, other, database]) await one[Symbol.asyncDispose]()
        await server?.stop()
      },
    }
  }

  it.each(WAY_NAMES)('ends the streams of banned and logged-out members when it is back: %s', async (way) => {
    const set = await startCutOffNode()
    const [asha, ben, carla] = [await join(set.here), await join(set.here), await join(set.here)]
    const [hers, his, carlas] = [
      await listening(way, set.here, asha),
      await listening(way, set.here, ben),
      await listening(way, set.here, carla),
    ]
    await set.away()
    const { prisma } = set.here.app.context.database
    // Longer ago than a recent sanction, so no node announces it again.
    await prisma.user.update({ where: { id: asha.id }, data: { bannedAt: new Date(Date.now() - 3_600_000) } })
    await prisma.session.updateMany({ where: { userId: ben.id }, data: { revokedAt: new Date() } })
    await set.back()
    await Promise.all([hers.ended, his.ended])
    for (const made of [hers, his]) expect(made.names().at(-1)).toBe('session_ended')
    await expect.poll(() => carlas.names(), patience).toContain('resync')
    expect(carlas.names()).not.toContain('session_ended')
    await set[Symbol.asyncDispose]()
  })

  // covers: beyond-cut-off-node-checks-streams
  it('delivers the end of a session to other nodes when it is back', async () => {
    const set = await startCutOffNode()
    const asha = await join(set.other)
    const [way = ''] = WAY_NAMES
    const hers = await listening(way, set.other, asha)
    const commands = set.here.app.context.redis?.commands
    commands?.disconnect()
    const logOut = { headers: { authorization: `Bearer ${asha.token}` } }
    expect((await fetch(`${set.here.url}/api/v1/logout`, logOut)).status).toBe(200)
    expect(hers.names()).not.toContain('session_ended')
    await commands?.connect()
    await hers.ended
    expect(hers.names().at(-1)).toBe('session_ended')
    await set[Symbol.asyncDispose]()
  })
})
