import { describe, expect, it } from 'vitest'
import { GENDER_FILTERS, GENDERS, LOOKING_FOR } from '#schema/enums.ts'
import { POPULAR_INTERESTS, SUGGESTED_INTERESTS } from '#schema/interests.ts'
import { LIMITS, TIMING } from '#schema/limits.ts'
import { PLANS } from '#schema/plans.ts'
import { POLICY } from '#schema/policy.ts'
import { PRODUCT } from '#schema/product.ts'
import { RETENTION } from '#schema/retention.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

// Other tests show the use of each number; this one compares the numbers themselves (spec §3, §5 and §9).
describe('the constants of the specification', () => {
  // covers: 4.2-escape-twice, 9-times
  it('contain these times', () => {
    expect(TIMING).toMatchObject({
      sessionFresh: 30 * SECOND,
      sessionRefetch: 60 * SECOND,
      searchPoll: 4 * SECOND,
      searchPollSlow: 8 * SECOND,
      searchPollsBeforeSlow: 10,
      typingThrottle: 1 * SECOND,
      typingAutoStop: 3 * SECOND,
      streamReconnect: 5 * SECOND,
      matchRecovery: 10 * MINUTE,
      doubleEscape: 2 * SECOND,
      forcedLogoutGuard: 2 * SECOND,
      rateLimitWindow: 30 * SECOND,
      rateLimitErrors: 5,
      toast: 5 * SECOND,
      matchToast: 2 * SECOND,
      checkoutPreload: 1 * SECOND,
      statusCheckDelay: 3 * SECOND,
      paymentRedirect: 3 * SECOND,
      processingWindow: 30 * SECOND,
    })
  })

  // covers: 9-limits
  it('contain these limits', () => {
    expect(LIMITS).toMatchObject({
      userName: { min: 5 },
      password: { min: 8 },
      displayName: { min: 5, max: 50 },
      phone: { min: 10, max: 15 },
      interests: { min: 1, max: 10 },
      lookingFor: { min: 1, max: 5 },
      languages: { max: 8 },
      learning: { max: 3 },
      age: { min: 18, max: 100 },
      resetCode: { min: 6 },
      freeHistoryDays: 30,
      pageSize: 10,
      suggestions: 8,
    })
  })

  // covers: 2.12-policies, 4.9-failure-names-the-payment, 9-policies
  it('contain these promises of the policies', () => {
    expect(POLICY).toMatchObject({
      refundRequestDays: 7,
      refundLatestDays: 30,
      refundBusinessDays: { from: 5, to: 7 },
      answerHours: {
        general: { from: 24, to: 48 },
        technical: { from: 12, to: 24 },
        urgent: { from: 2, to: 6 },
      },
      premiumAnswerHours: {
        general: { from: 12, to: 24 },
        technical: { from: 2, to: 6 },
        urgent: { from: 2, to: 6 },
      },
      openingHours: { weekdays: { from: 9, to: 18 }, saturday: { from: 10, to: 16 } },
      confirmationMinutes: 5,
    })
    expect(RETENTION).toMatchObject({
      erasureDays: 29,
      erasedWithinDays: 30,
      closedMonths: 12,
      essentialMonths: 24,
    })
    expect(PRODUCT).toMatchObject({
      minimumAge: 18,
      privacyPolicyDate: 'March 18, 2025',
      refundPolicyDate: 'December 15, 2024',
    })
  })

  // covers: 2.7-gender-filter, 3-enums
  it('contain these choices', () => {
    expect(GENDERS).toEqual(['Male', 'Female', 'Transgender'])
    expect(GENDER_FILTERS).toEqual(['male', 'female', 'transgender'])
    expect(LOOKING_FOR).toEqual(['Friendship', 'Dating', 'Serious Relationship', 'Networking', 'Casual Chat'])
  })

  // covers: 3-plan
  it('contain these plans', () => {
    expect(PLANS.map(({ id, apiKey, baseAmount }) => [id, apiKey, baseAmount])).toEqual([
      ['daily', 'pay-per-day', 100],
      ['weekly', 'weekly', 499],
      ['monthly', 'monthly', 1499],
      ['annual', 'annual', 11_999],
    ])
    for (const { name, interval, features } of PLANS) {
      expect([name, interval].every((text) => text.length > 0)).toBe(true)
      expect(features.length).toBeGreaterThan(0)
    }
  })

  // covers: 3-enums
  it('contain about 150 suggested interests, each once, and twelve popular ones', () => {
    expect(SUGGESTED_INTERESTS.length).toBeGreaterThanOrEqual(140)
    expect(SUGGESTED_INTERESTS.length).toBeLessThanOrEqual(180)
    expect(new Set(SUGGESTED_INTERESTS).size).toBe(SUGGESTED_INTERESTS.length)
    expect(POPULAR_INTERESTS).toHaveLength(12)
  })
})
