import { CURRENCIES, type Currency } from '#schema/currencies.ts'
import { amountOf } from '#schema/money.ts'
import { PLANS, type Plan, type PlanId } from '#schema/plans.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Money } from './providers/provider.ts'

const currencyOf = (code: string): Currency | undefined => CURRENCIES.find((one) => one.code === code)

/** Returns the plan that has exactly this price (spec §5). @throws ApiError INVALID */
export function planAt({ amount, currency }: Money): Plan {
  const known = currencyOf(currency)
  if (!known)
    throw new ApiError('INVALID', text('Unknown currency'), {
      fields: { currency: text('Unknown currency') },
    })
  const plan = PLANS.find((one) => amountOf(one, known) === amount)
  if (!plan)
    throw new ApiError('INVALID', text('Invalid plan amount'), {
      fields: { amount: text('Invalid plan amount') },
    })
  return plan
}

export function priceIn(plan: Plan, code: string): Money {
  const currency = currencyOf(code)
  if (!currency) throw new Error(`${code} is not in the table of currencies`)
  return { amount: amountOf(plan, currency), currency: code }
}

export function planNamed(id: PlanId): Plan {
  const plan = PLANS.find((one) => one.id === id)
  if (!plan) throw new Error(`no plan is called ${id}`)
  return plan
}
