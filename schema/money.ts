import { COUNTRIES } from './countries.ts'
import { CURRENCIES, type Currency } from './currencies.ts'
import { isolate } from './directions.ts'
import { directionOf } from './languages.ts'
import type { Plan } from './plans.ts'

/** Returns price × rate × 100, rounded (spec §9): hundredths of the currency, even if its smallest unit differs. */
export const amountOf = (
  { baseAmount }: Pick<Plan, 'baseAmount'>,
  { rate }: Pick<Currency, 'rate'>,
): number => Math.round(baseAmount * rate * 100)

/**
 * Formats an amount in hundredths for a locale. Omits decimals that are zero, and those of currencies without decimals.
 */
export function formatAmount(
  amount: number,
  { symbol, code, decimals }: Currency,
  locale: string = 'en',
): string {
  const units = amount / 100
  const whole = decimals === 0 || Number.isInteger(units)
  const digits = whole ? 0 : decimals
  const shown = decimals === 0 ? Math.round(units) : units
  const shape = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  if (locale !== 'en') {
    // The locale decides where the symbol stands. From right to left, "R$" would otherwise be drawn as "$R".
    const shownSymbol = isolate(symbol, directionOf(locale))
    return new Intl.NumberFormat(locale, { ...shape, style: 'currency', currency: code })
      .formatToParts(shown)
      .map(({ type, value }) => (type === 'currency' ? shownSymbol : value))
      .join('')
  }
  const number = new Intl.NumberFormat(code === 'INR' ? 'en-IN' : 'en', shape).format(shown)
  // A letter before a digit needs a space.
  return /\p{L}$/u.test(symbol) ? `${symbol}\u00a0${number}` : `${symbol}${number}`
}

const [FALLBACK] = CURRENCIES as readonly [Currency, ...Currency[]]

/** Returns the currency of the member's country, otherwise of their time zone, otherwise rupees. */
export function currencyFor(where: { country: string | null; timezone: string | null }): Currency {
  const named = COUNTRIES.find(({ name }) => name === where.country)
  const byClock = COUNTRIES.find(
    ({ timezones }) => where.timezone !== null && timezones.includes(where.timezone),
  )
  const found = where.country === null ? byClock : named
  return CURRENCIES.find(({ code }) => code === found?.currency) ?? FALLBACK
}
