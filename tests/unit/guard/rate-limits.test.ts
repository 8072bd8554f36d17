import { describe, expect, it } from 'vitest'
import type { RateLimitUsage } from '#server/platform/rate-limits/rate-limit-usage.ts'
import { createRateLimitTracker, rateLimitHeaders } from '#server/platform/rate-limits/rate-limit-usage.ts'
import { createRateLimits, newAccountPolicy } from '#server/platform/rate-limits/rate-limits.ts'

function limitsOf(factor = 1) {
  const noted: RateLimitUsage[] = []
  return { limits: createRateLimits({ redis: null, factor, note: (usage) => noted.push(usage) }), noted }
}

describe('a rate limit', () => {
  it('allows its number of actions, and refuses the next with the time to wait', async () => {
    const { limits, noted } = limitsOf()
    const HOUR = 60 * 60
    for (let count = 0; count < 10; count += 1) await limits.consume('registerByAddress', '203.0.113.7')
    const refused = await limits.consume('registerByAddress', '203.0.113.7').catch((error) => error)
    expect(refused).toMatchObject({
      code: 'RATE_LIMITED',
      rateLimit: { policy: 'registerByAddress', remaining: 0 },
    })
    expect(refused.retryAfterSeconds).toBeGreaterThan(HOUR - 10)
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(HOUR)
    expect(noted.map((usage) => usage.remaining)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0])
    expect(noted[0]).toMatchObject({ policy: 'registerByAddress', quota: 10, windowSeconds: HOUR })
    expect(noted[0]?.resetSeconds).toBeGreaterThan(HOUR - 10)
    expect(noted[0]?.resetSeconds).toBeLessThanOrEqual(HOUR)
    await limits.consume('registerByAddress', '203.0.113.8')
  })

  it('grows by the factor, and is rounded up', async () => {
    const { limits } = limitsOf(0.15)
    await limits.consume('registerByAddress', '203.0.113.7')
    await limits.consume('registerByAddress', '203.0.113.7')
    await expect(limits.consume('registerByAddress', '203.0.113.7')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    })
  })

  it('counts the /64 network of an IPv6 address by address; by account, the account as it is', async () => {
    const { limits } = limitsOf()
    await limits.consume('registerByAddress', '2001:db8:1:2::1')
    expect(await limits.used('registerByAddress', '2001:db8:1:2:ffff::9')).toBe(0.1)
    expect(await limits.used('registerByAddress', '2001:db8:1:3::1')).toBe(0)
    await limits.consume('startByAccount', '2001:db8:1:2::1')
    expect(await limits.used('startByAccount', '2001:db8:1:2::9')).toBe(0)
  })

  it('counts each limit separately', async () => {
    const { limits } = limitsOf()
    await limits.consume('resetByAddress', '203.0.113.7')
    expect(await limits.used('resetByAddress', '203.0.113.7')).toBe(1 / 20)
    expect(await limits.used('resendByAddress', '203.0.113.7')).toBe(0)
  })

  it('returns whether it still allows an action, without noting it for the response', async () => {
    const { limits, noted } = limitsOf()
    expect(await limits.tryConsume('resetBeyondLimits', 'asha')).toBe(true)
    expect(await limits.tryConsume('resetBeyondLimits', 'asha')).toBe(false)
    expect(noted).toEqual([])
  })

  it('takes an action out of the count, and resets the count', async () => {
    const { limits } = limitsOf()
    await limits.consume('startOverByAccount', 'asha')
    await limits.uncount('startOverByAccount', 'asha')
    expect(await limits.used('startOverByAccount', 'asha')).toBe(0)
    await limits.consume('startOverByAccount', 'asha')
    await limits.forget('startOverByAccount', 'asha')
    await limits.consume('startOverByAccount', 'asha')
  })

  it('counts beyond its limit without refusing', async () => {
    const { limits } = limitsOf()
    for (let count = 0; count < 3; count += 1) await limits.count('startOverByAccount', 'asha')
    expect(await limits.used('startOverByAccount', 'asha')).toBe(3)
  })
})

describe('the limit of a new account', () => {
  it('counts separately, and gives its own message', async () => {
    const { limits, noted } = limitsOf()
    for (let count = 0; count < 5; count += 1) await limits.consume('reportByAccount', 'asha', true)
    const refused = await limits.consume('reportByAccount', 'asha', true).catch((error) => error)
    expect(refused).toMatchObject({
      code: 'NEW_ACCOUNT_LIMIT',
      message: expect.stringContaining('While your account is new'),
      rateLimit: { policy: 'reportByAccount-new', quota: 5 },
    })
    expect(noted.at(0)?.policy).toBe(newAccountPolicy('reportByAccount'))
    await limits.consume('reportByAccount', 'asha')
  })

  it('equals the usual limit if there is no other', async () => {
    const { limits } = limitsOf()
    await limits.consume('startOverByAccount', 'asha', true)
    await expect(limits.consume('startOverByAccount', 'asha', true)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    })
  })

  it('includes actions that are counted without refusal, and can be checked alone', async () => {
    const { limits, noted } = limitsOf()
    await limits.assertNewAccountLimit('reportByAccount', 'asha')
    for (let count = 1; count < 5; count += 1) await limits.count('reportByAccount', 'asha')
    await limits.assertNewAccountLimit('reportByAccount', 'asha')
    expect(noted).toEqual([])
    await limits.count('reportByAccount', 'asha')
    await expect(limits.assertNewAccountLimit('reportByAccount', 'asha')).rejects.toMatchObject({
      code: 'NEW_ACCOUNT_LIMIT',
    })
    expect(noted).toMatchObject([{ policy: 'reportByAccount-new', remaining: 0 }])
    await limits.assertNewAccountLimit('startOverByAccount', 'asha')
  })
})

describe('the limit in a response', () => {
  const usage = (changes: Partial<RateLimitUsage>): RateLimitUsage => ({
    policy: 'one',
    quota: 10,
    windowSeconds: 60,
    remaining: 5,
    resetSeconds: 30,
    ...changes,
  })
  const closestOf = (...usages: RateLimitUsage[]) => {
    const tracker = createRateLimitTracker()
    return tracker.run((closest) => {
      for (const one of usages) tracker.note(one)
      return closest()?.policy ?? null
    })
  }

  it('names the one with the smallest remaining share', () => {
    expect(closestOf()).toBeNull()
    expect(closestOf(usage({}), usage({ policy: 'two', quota: 100, remaining: 40 }))).toBe('two')
    expect(closestOf(usage({}), usage({ policy: 'two', quota: 4, remaining: 3 }))).toBe('one')
  })

  it('names the one that resets later if both have the same share left', () => {
    expect(closestOf(usage({}), usage({ policy: 'two', resetSeconds: 31 }))).toBe('two')
    expect(closestOf(usage({}), usage({ policy: 'two', resetSeconds: 30 }))).toBe('one')
    expect(closestOf(usage({}), usage({ policy: 'two', remaining: 6, resetSeconds: 99 }))).toBe('one')
  })

  it('belongs to one request', () => {
    const tracker = createRateLimitTracker()
    tracker.note(usage({}))
    expect(tracker.run((closest) => closest())).toBeNull()
  })

  it('consists of structured fields', () => {
    expect(rateLimitHeaders(usage({}))).toEqual({
      'RateLimit-Policy': '"one";q=10;w=60',
      RateLimit: '"one";r=5;t=30',
    })
  })
})
