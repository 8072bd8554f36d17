import { describe, expect, it } from 'vitest'
import { CURRENCIES } from '#schema/currencies.ts'
import { PLANS, type PlanId } from '#schema/plans.ts'
import { planAt, planNamed, priceIn } from '#server/domains/billing/prices.ts'

describe('the price of a plan', () => {
  it.each(CURRENCIES.map(({ code }) => code))(
    'buys that plan in %s, and a hundredth more or less does not',
    (code) => {
      for (const plan of PLANS) {
        const price = priceIn(plan, code)
        expect(price.currency).toBe(code)
        expect(planAt(price)).toBe(plan)
        for (const amount of [price.amount - 1, price.amount + 1])
          expect(() => planAt({ amount, currency: code })).toThrow('Invalid plan amount')
      }
    },
  )

  it('does not exist in a currency outside the table', () => {
    const [plan] = PLANS
    if (!plan) throw new Error('there are plans')
    expect(() => priceIn(plan, 'XXX')).toThrow('XXX is not in the table of currencies')
    expect(() => priceIn(plan, 'inr')).toThrow('inr is not in the table of currencies')
    expect(() => planAt({ amount: 10_000, currency: 'inr' })).toThrow('Unknown currency')
  })
})

describe('a plan', () => {
  it('comes from its name; another name throws an error', () => {
    for (const plan of PLANS) expect(planNamed(plan.id)).toBe(plan)
    expect(() => planNamed('yearly' as PlanId)).toThrow('no plan is called yearly')
  })
})
