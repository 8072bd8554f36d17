import { COUNTRIES } from './countries.ts'
import { CURRENCIES, type Currency } from './currencies.ts'
import type { Plan } from './plans.ts'

/** In hundredths of the currency, whatever its own smallest unit is: price × rate × 100, rounded (spec §9). */
export const amountOf = (
  { baseAmount }: Pick<Plan, 'baseAmount'>,
  { rate }: Pick<Currency, 'rate'>,
): number => Math.round(baseAmount * rate * 100)

/** An amount in hundredths as people read it; without decimals where the currency has none, or there is nothing after the point. */
export function formatAmount(amount: number, { symbol, code, decimals }: Currency): string {
  const units = amount / 100
  const whole = decimals === 0 || Number.isInteger(units)
  const digits = whole ? 0 : decimals
  const number = new Intl.NumberFormat(code === 'INR' ? 'en-IN' : 'en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(decimals === 0 ? Math.round(units) : units)
  // A letter before a digit needs room.
  return /\p{L}$/u.test(symbol) ? `${symbol}\u00a0${number}` : `${symbol}${number}`
}

const [FALLBACK] = CURRENCIES as readonly [Currency, ...Currency[]]

/** By where somebody is, then by their clock; rupees for everybody else. */
export function currencyFor(where: { country: string | null; timezone: string | null }): Currency {
  const named = COUNTRIES.find(({ name }) => name === where.country)
  const byClock = COUNTRIES.find(
    ({ timezones }) => where.timezone !== null && timezones.includes(where.timezone),
  )
  const found = where.country === null ? byClock : named
  return CURRENCIES.find(({ code }) => code === found?.currency) ?? FALLBACK
}
