import { cityMapping } from 'city-timezones'
import { describe, expect, it } from 'vitest'
import { COUNTRIES } from '#schema/countries.ts'
import { CURRENCIES } from '#schema/currencies.ts'
import { amountOf, currencyFor, formatAmount } from '#schema/money.ts'
import { PLANS } from '#schema/plans.ts'

const paysIn = (where: { country?: string; timezone?: string }) =>
  currencyFor({ country: where.country ?? null, timezone: where.timezone ?? null }).code

/** Currencies by country, according to ISO 4217. */
const CURRENCY_OF: Record<string, string> = {
  IN: 'INR',
  US: 'USD',
  GB: 'GBP',
  AE: 'AED',
  AU: 'AUD',
  BD: 'BDT',
  BR: 'BRL',
  CA: 'CAD',
  CH: 'CHF',
  CN: 'CNY',
  CZ: 'CZK',
  DK: 'DKK',
  HK: 'HKD',
  HU: 'HUF',
  ID: 'IDR',
  IL: 'ILS',
  JP: 'JPY',
  KR: 'KRW',
  LK: 'LKR',
  MX: 'MXN',
  MY: 'MYR',
  NO: 'NOK',
  NP: 'NPR',
  NZ: 'NZD',
  PH: 'PHP',
  PL: 'PLN',
  SE: 'SEK',
  SG: 'SGD',
  TH: 'THB',
  ZA: 'ZAR',
}
const EURO = 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ')

/** Timezones that some browsers report under an older or a newer name. */
const OTHER_NAMES: [string, string][] = [
  ['INR', 'Asia/Kolkata'],
  ['USD', 'America/Indiana/Indianapolis'],
  ['USD', 'America/Kentucky/Louisville'],
  ['CAD', 'America/Atikokan'],
  ['GBP', 'Europe/Belfast'],
  ['ILS', 'Asia/Tel_Aviv'],
  ['NPR', 'Asia/Kathmandu'],
]

/** The price of the daily pass, as a member reads it. A letter before a digit has a non-breaking space. */
const DAILY_PASS: Record<string, string> = {
  INR: '₹100',
  USD: '$1.20',
  EUR: '€1.10',
  GBP: '£0.95',
  AED: 'AED\u00a04.40',
  AUD: 'A$1.80',
  BDT: '৳140',
  BRL: 'R$6.50',
  CAD: 'C$1.60',
  CHF: 'CHF\u00a01.05',
  CNY: '¥8.60',
  CZK: 'Kč\u00a027',
  DKK: 'kr\u00a08.20',
  HKD: 'HK$9.40',
  HUF: 'Ft\u00a0430',
  IDR: 'Rp\u00a019,000',
  ILS: '₪4.40',
  JPY: '¥180',
  KRW: '₩1,600',
  LKR: 'Rs\u00a0360',
  MXN: 'MX$22',
  MYR: 'RM\u00a05.30',
  NOK: 'kr\u00a012.80',
  NPR: 'रू160',
  NZD: 'NZ$2',
  PHP: '₱68',
  PLN: 'zł\u00a04.70',
  SEK: 'kr\u00a012.50',
  SGD: 'S$1.60',
  THB: '฿42',
  ZAR: 'R\u00a022',
}

describe('the currency of a member', () => {
  const countries: [string, string][] = [
    ...Object.entries(CURRENCY_OF),
    ...EURO.map((code): [string, string] => [code, 'EUR']),
  ]

  it.each(countries)("follows the geocoder's name of %s: %s", (country, currency) => {
    const names = cityMapping.filter(({ iso2 }) => iso2 === country).map((city) => city.country)
    const name = names[0] ?? 'no city'
    expect(COUNTRIES.find(({ code }) => code === country)).toMatchObject({ name, currency })
    expect(paysIn({ country: name })).toBe(currency)
  })

  it('exists for each country of the table', () => {
    expect(COUNTRIES.map(({ code }) => code).toSorted()).toEqual(countries.map(([code]) => code).toSorted())
  })

  it.each(countries)('follows each timezone of %s without a known country: %s', (country, currency) => {
    const zones = new Intl.Locale('en', { region: country }).getTimeZones() ?? []
    expect(zones.length).toBeGreaterThan(0)
    const others = zones.filter((timezone) => paysIn({ timezone }) !== currency)
    expect(others).toEqual([])
  })

  it.each(OTHER_NAMES)('follows an alias of a timezone: in %s by %s', (currency, timezone) => {
    expect(() => new Intl.DateTimeFormat('en', { timeZone: timezone })).not.toThrow()
    expect(paysIn({ timezone })).toBe(currency)
  })
})

describe('the price of the daily pass', () => {
  it.each(Object.entries(DAILY_PASS))('appears in %s as %s', (code, price) => {
    const currency = CURRENCIES.find((one) => one.code === code)
    const daily = PLANS.find(({ id }) => id === 'daily')
    expect(currency && daily && formatAmount(amountOf(daily, currency), currency)).toBe(price)
  })

  it('exists in each currency of the table', () => {
    expect(CURRENCIES.map(({ code }) => code).toSorted()).toEqual(Object.keys(DAILY_PASS).toSorted())
  })

  it('comes in rupees by default', () => {
    expect(CURRENCIES[0]?.code).toBe('INR')
    expect(paysIn({})).toBe('INR')
  })
})

describe('an amount', () => {
  const inCurrency = (code: string, amount: number) => {
    const found = CURRENCIES.find((one) => one.code === code)
    return found && formatAmount(amount, found)
  }

  it('shows no decimals when it is whole, and all of them otherwise', () => {
    expect(inCurrency('USD', 1200)).toBe('$12')
    expect(inCurrency('USD', 1210)).toBe('$12.10')
    expect(inCurrency('USD', 1)).toBe('$0.01')
  })

  it('rounds to whole units in a currency without decimals', () => {
    expect(inCurrency('JPY', 17_950)).toBe('¥180')
    expect(inCurrency('JPY', 17_949)).toBe('¥179')
  })

  it('groups the digits of rupees as in India, and others by thousands', () => {
    expect(inCurrency('INR', 12_345_600)).toBe('₹1,23,456')
    expect(inCurrency('USD', 12_345_600)).toBe('$123,456')
  })
})
