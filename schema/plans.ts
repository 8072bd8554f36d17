export const PLAN_IDS = ['daily', 'weekly', 'monthly', 'annual'] as const
export type PlanId = (typeof PLAN_IDS)[number]

export interface Plan {
  id: PlanId
  name: string
  /** The name in payment calls (spec §9). */
  apiKey: string
  /** In whole Indian rupees. */
  baseAmount: number
  interval: string
  features: readonly string[]
}

/** The plans (spec §9). The server owns the prices: an order must equal one of them. */
export const PLANS: readonly Plan[] = [
  {
    id: 'daily',
    name: 'Daily Pass',
    apiKey: 'pay-per-day',
    baseAmount: 100,
    interval: 'for 24 hours',
    features: ['Everything in Premium', 'One payment, no renewal'],
  },
  {
    id: 'weekly',
    name: 'Weekly',
    apiKey: 'weekly',
    baseAmount: 499,
    interval: 'for a week',
    features: ['Everything in Premium', 'One payment, no renewal'],
  },
  {
    id: 'monthly',
    name: 'Monthly',
    apiKey: 'monthly',
    baseAmount: 1499,
    interval: 'for a month',
    features: ['Everything in Premium', 'One payment, no renewal', 'Half the daily price'],
  },
  {
    id: 'annual',
    name: 'Annual',
    apiKey: 'annual',
    baseAmount: 11_999,
    interval: 'for a year',
    features: ['Everything in Premium', 'One payment, no renewal', 'A third of the daily price'],
  },
]
