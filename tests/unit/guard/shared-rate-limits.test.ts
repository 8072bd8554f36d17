import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createRateLimits } from '#server/platform/rate-limits/rate-limits.ts'

const url = inject('redisUrl')

describe.skipIf(!url)('rate limits of two nodes on one Redis', () => {
  const redis: Redis[] = []
  beforeAll(() => {
    for (const _ of [1, 2]) redis.push(new Redis(url ?? ''))
  })
  afterAll(() => {
    for (const one of redis) one.disconnect()
  })
  const nodes = () => redis.map((one) => createRateLimits({ redis: one, factor: 1, note: () => undefined }))

  it('count together', async () => {
    const [one, two] = nodes()
    const key = `asha-${crypto.randomUUID()}`
    await one?.consume('startOverByAccount', key)
    await expect(two?.consume('startOverByAccount', key)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(await two?.used('startOverByAccount', key)).toBeGreaterThan(1)
  })

  it('count together for new accounts, too', async () => {
    const [one, two] = nodes()
    const key = `ben-${crypto.randomUUID()}`
    for (let count = 0; count < 5; count += 1) await one?.count('reportByAccount', key)
    await expect(two?.assertNewAccountLimit('reportByAccount', key)).rejects.toMatchObject({
      code: 'NEW_ACCOUNT_LIMIT',
    })
  })

  it('count separately for each limit', async () => {
    const [one] = nodes()
    const key = `dina-${crypto.randomUUID()}`
    await one?.consume('startOverByAccount', key)
    for (let count = 0; count < 5; count += 1) await one?.count('messageByAccount', key)
    expect(await one?.used('resendBeyondLimits', key)).toBe(0)
    await one?.assertNewAccountLimit('reportByAccount', key)
    expect(await one?.used('reportByAccount', key)).toBe(0)
  })

  it('count at each node alone for limits per node', async () => {
    const [one, two] = nodes()
    const key = `chen-${crypto.randomUUID()}`
    await one?.consume('streamByAccount', key)
    expect(await one?.used('streamByAccount', key)).toBeGreaterThan(0)
    expect(await two?.used('streamByAccount', key)).toBe(0)
  })

  it('continue while Redis is unavailable, and each node counts alone', async () => {
    const away = new Redis({ lazyConnect: true, enableOfflineQueue: false, port: 1 })
    away.on('error', () => undefined)
    const limits = createRateLimits({ redis: away, factor: 1, note: () => undefined })
    await limits.consume('startOverByAccount', 'asha')
    await expect(limits.consume('startOverByAccount', 'asha')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    away.disconnect()
  })
})
