import type { Order } from '#schema/billing.ts'
import { CURRENCIES } from '#schema/currencies.ts'
import { amountOf, formatAmount } from '#schema/money.ts'
import { numberLocale } from '../../i18n/locales.ts'
import type { Chosen } from './checkout-state.ts'

export interface PriceToPay {
  /** The amount that the order takes, as members read it. */
  price: string
  /** The currency of the order, if the provider changed the price. */
  changedTo: string | null
}

/** Returns what the member pays, which differs from the plan's price where the provider does not take that price. */
export function priceToPay({ plan, currency }: Chosen, order?: Pick<Order, 'charged'>): PriceToPay {
  const listed = formatAmount(amountOf(plan, currency), currency, numberLocale())
  const charged = order?.charged
  const taken = CURRENCIES.find(({ code }) => code === charged?.currency)
  if (!charged || !taken) return { price: listed, changedTo: null }
  const price = formatAmount(charged.amount, taken, numberLocale())
  return { price, changedTo: price === listed ? null : taken.code }
}
