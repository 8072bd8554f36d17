import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  createRateLimits,
  type Limit,
  type LimitName,
  RATE_LIMITS,
  type RateLimits,
} from '#server/platform/rate-limits/rate-limits.ts'
import { startCluster } from '../../kit/app.ts'
import { call, join } from '../../kit/person.ts'

const LIMITS = Object.entries(RATE_LIMITS) as [LimitName, Limit][]
const NEWCOMER_LIMITS = LIMITS.flatMap(([name, { newAccount }]) =>
  newAccount ? [[name, newAccount.points] as const] : [],
)

let networks = 0
/** A key that no other test uses: an account, or an address in its own network. */
const createKey = (name: LimitName) => {
  networks += 1
  return name.endsWith('ByAddress') ? `2001:db8:${networks.toString(16)}:1::1` : crypto.randomUUID()
}

/** Counts one action, at each of these nodes in turn, until one of them refuses. Returns how many were accepted. */
async function acceptedAt(
  nodes: readonly RateLimits[],
  name: LimitName,
  isNewAccount = false,
): Promise<number> {
  const key = createKey(name)
  let accepted = 0
  for (;;) {
    const refusal = await nodes[accepted % nodes.length]?.consume(name, key, isNewAccount).then(
      () => null,
      (error: { code: unknown }) => error.code,
    )
    if (refusal !== null) {
      expect(refusal).toBe(isNewAccount ? 'NEW_ACCOUNT_LIMIT' : 'RATE_LIMITED')
      return accepted
    }
    accepted += 1
  }
}

const note = () => undefined

describe('the rate limits of one node without Redis, at factor 1', () => {
  const node = createRateLimits({ redis: null, factor: 1, note })

  it.each(LIMITS)(
    'accept as many actions as the table allows, and refuse the next: %s',
    async (name, { points }) => {
      expect(await acceptedAt([node], name)).toBe(points)
    },
  )

  it.each(NEWCOMER_LIMITS)(
    'accept as many actions of a new account as the table allows: %s',
    async (name, points) => {
      expect(await acceptedAt([node], name, true)).toBe(points)
    },
  )
})

describe('the rate limits of two nodes on one Redis, at factor 1', () => {
  const url = inject('redisUrl')
  const clients: Redis[] = []
  let nodes: RateLimits[] = []
  beforeAll(() => {
    if (!url) return
    nodes = [0, 1].map(() => {
      const redis = new Redis(url)
      clients.push(redis)
      return createRateLimits({ redis, factor: 1, note })
    })
  })
  afterAll(() => {
    for (const client of clients) client.disconnect()
  })

  it.runIf(url).each(LIMITS)(
    'count both nodes together, unless the table counts each node separately: %s',
    async (name, limit) => {
      expect(await acceptedAt(nodes, name)).toBe(limit.perNode ? 2 * limit.points : limit.points)
    },
  )

  it.runIf(url).each(NEWCOMER_LIMITS)(
    'count a new account at both nodes together: %s',
    async (name, points) => {
      expect(await acceptedAt(nodes, name, true)).toBe(points)
    },
  )
})

describe('two started nodes on one Redis, at factor 1', () => {
  // covers: beyond-shared-limits
  it('refuse the 61st block of an hour on either node, after 30 on each', async (context) => {
    const cluster = await startCluster(2, { env: { RATE_LIMIT_FACTOR: '1' } })
    const [first, second] = cluster?.nodes ?? []
    if (!cluster || !first || !second) return context.skip('redis-server is not installed')
    try {
      const asha = await join(first)
      const blockAt = async (base: string) => {
        const { token } = asha
        const answer = await fetch(`${base}/api/v1/blocks`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ userId: crypto.randomUUID() }),
        })
        return answer.status
      }
      for (let count = 0; count < 30; count += 1)
        expect([await blockAt(first.url), await blockAt(second.url)]).toEqual([404, 404])
      expect([await blockAt(first.url), await blockAt(second.url)]).toEqual([429, 429])
    } finally {
      await cluster[Symbol.asyncDispose]()
    }
  })

  // covers: beyond-rate-limit-keys
  it('keep no address of a person in Redis', async (context) => {
    const cluster = await startCluster(1, { env: { TRUST_PROXY: 'on' } })
    const [node] = cluster?.nodes ?? []
    if (!cluster || !node) return context.skip('redis-server is not installed')
    try {
      const email = `asha-${crypto.randomUUID()}@example.com`
      for (const [path, body] of [
        ['/auth', { userName: email, password: 'Wrong-Monsoon-1' }],
        ['/password/reset', { user: email, origin: node.url }],
      ] as const)
        await call(node.url, 'POST', path, { body, headers: { 'x-forwarded-for': '198.51.100.77' } })
      const keys = (await node.app.context.redis?.commands.keys('*limit:*')) ?? []
      expect(keys.length).toBeGreaterThan(2)
      expect(keys.filter((key) => /@|asha|198\.51|c633/i.test(key))).toEqual([])
    } finally {
      await cluster[Symbol.asyncDispose]()
    }
  })
})
