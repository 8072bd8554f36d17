import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PLAN_IDS } from '#schema/plans.ts'
import { planEnd } from '#server/domains/billing/index.ts'

describe('a plan', () => {
  // covers: 9-plan-lengths
  it.each([
    ['daily', '2026-12-31T22:15:00.000Z', '2027-01-01T22:15:00.000Z'],
    ['weekly', '2026-02-25T00:00:00.000Z', '2026-03-04T00:00:00.000Z'],
    ['monthly', '2026-11-20T12:00:00.000Z', '2026-12-20T12:00:00.000Z'],
    ['monthly', '2026-01-31T08:00:00.000Z', '2026-02-28T08:00:00.000Z'],
    ['monthly', '2028-01-31T08:00:00.000Z', '2028-02-29T08:00:00.000Z'],
    ['monthly', '2026-12-31T23:59:59.999Z', '2027-01-31T23:59:59.999Z'],
    ['annual', '2028-02-29T10:00:00.000Z', '2029-02-28T10:00:00.000Z'],
  ] as const)('ends in time: %s from %s at %s', (plan, from, end) => {
    expect(planEnd(plan, new Date(from)).toISOString()).toBe(end)
  })

  it('ends at the time of day of its start, later for longer plans', () => {
    const date = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(date, (from) => {
        const ends = PLAN_IDS.map((plan) => planEnd(plan, from))
        const times = [from, ...ends].map((one) => one.getTime())
        expect(times).toEqual(times.toSorted((a, b) => a - b))
        for (const end of ends) expect(end.toISOString().slice(10)).toBe(from.toISOString().slice(10))
      }),
    )
  })
})
