import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COUNTRIES } from '#schema/countries.ts'
import { CURRENCIES } from '#schema/currencies.ts'
import { amountOf, currencyFor, formatAmount } from '#schema/money.ts'
import { PLANS } from '#schema/plans.ts'

const currency = (code: string) => {
  const found = CURRENCIES.find((one) => one.code === code)
  if (!found) throw new Error(`no currency ${code}`)
  return found
}
const prices = (code: string) =>
  PLANS.map((plan) => formatAmount(amountOf(plan, currency(code)), currency(code)))

describe('the price of a plan', () => {
  // covers: 9-plan-amounts
  it('costs 100, 499, 1499 and 11999 rupees', () => {
    expect(PLANS.map((plan) => amountOf(plan, currency('INR')))).toEqual([10_000, 49_900, 149_900, 1_199_900])
    expect(prices('INR')).toEqual(['₹100', '₹499', '₹1,499', '₹11,999'])
  })

  // covers: 9-plan-amounts
  it('equals price × rate × 100, rounded', () => {
    expect(PLANS.map((plan) => amountOf(plan, currency('USD')))).toEqual([120, 599, 1799, 14_399])
    expect(PLANS.map((plan) => amountOf(plan, currency('EUR')))).toEqual([110, 549, 1649, 13_199])
    expect(PLANS.map((plan) => amountOf(plan, currency('GBP')))).toEqual([95, 474, 1424, 11_399])
    expect(prices('USD')).toEqual(['$1.20', '$5.99', '$17.99', '$143.99'])
  })

  // covers: 9-currencies
  it('appears without decimals in yen, won and rupiah', () => {
    for (const code of ['JPY', 'KRW', 'IDR'])
      for (const price of prices(code)) expect(price).not.toMatch(/[.]\d/)
    expect(prices('JPY')).toEqual(['¥180', '¥898', '¥2,698', '¥21,598'])
  })

  it('shows the separators of its locale, and the symbol where the locale puts it', () => {
    const inGerman = (code: string) => formatAmount(123_450, currency(code), 'de').replace('\u00a0', ' ')
    expect(['EUR', 'INR', 'JPY', 'NPR'].map(inGerman)).toEqual([
      '1.234,50 €',
      '1.234,50 ₹',
      '1.235 ¥',
      '1.234,50 रू',
    ])
  })

  // covers: design-price-symbol-in-arabic
  it('isolates its symbol in a locale that is written from right to left', () => {
    for (const one of CURRENCIES)
      expect(formatAmount(123_450, one, 'ar'), one.code).toContain(`\u2068${one.symbol}\u2069`)
  })

  it('stays a positive whole number of hundredths in every currency, and grows with the plan', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CURRENCIES), (one) => {
        const amounts = PLANS.map((plan) => amountOf(plan, one))
        expect(amounts.every((amount) => Number.isSafeInteger(amount) && amount > 0)).toBe(true)
        expect(amounts.toSorted((a, b) => a - b)).toEqual(amounts)
      }),
    )
  })
})

describe('the currency', () => {
  // covers: 3-currency-table, 9-currency-by-location
  it.each([
    ['India', 'Europe/Berlin', 'INR'],
    ['Germany', 'Asia/Kolkata', 'EUR'],
    [null, 'America/New_York', 'USD'],
    [null, 'Asia/Calcutta', 'INR'],
    [null, 'Europe/London', 'GBP'],
    [null, 'Antarctica/Troll', 'INR'],
    ['Atlantis', 'Europe/London', 'INR'],
    [null, null, 'INR'],
  ])('follows a member in %s with the timezone of %s: %s', (country, timezone, code) => {
    expect(currencyFor({ country, timezone }).code).toBe(code)
  })

  // covers: 3-currency-table, 9-currencies
  it('comes from 31, each the currency of a country', () => {
    expect(CURRENCIES).toHaveLength(31)
    expect(new Set(CURRENCIES.map(({ code }) => code)).size).toBe(31)
    expect(new Set(COUNTRIES.map((one) => one.currency))).toEqual(new Set(CURRENCIES.map(({ code }) => code)))
  })

  it('stays unambiguous: each timezone and each country is listed once', () => {
    const zones = COUNTRIES.flatMap(({ timezones }) => timezones)
    expect(new Set(zones).size).toBe(zones.length)
    expect(new Set(COUNTRIES.map(({ name }) => name)).size).toBe(COUNTRIES.length)
  })
})
