import { cityMapping } from 'city-timezones'
import { describe, expect, it } from 'vitest'
import { COUNTRIES } from '#schema/countries.ts'
import { CURRENCIES } from '#schema/currencies.ts'
import { amountOf, currencyFor, formatAmount } from '#schema/money.ts'
import { PLANS } from '#schema/plans.ts'

const paysIn = (where: { country?: string; timezone?: string }) =>
  currencyFor({ country: where.country ?? null, timezone: where.timezone ?? null }).code

/** Currencies by country, as ISO 4217 has them. */
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

/** Clocks by currency: cities of each country, and names that browsers still report for them. */
const CLOCKS: [string, string][] = [
  ['INR', 'Asia/Kolkata Asia/Calcutta'],
  ['USD', 'America/New_York America/Chicago America/Denver America/Los_Angeles America/Phoenix'],
  ['USD', 'America/Anchorage America/Detroit America/Indiana/Indianapolis Pacific/Honolulu'],
  ['GBP', 'Europe/London Europe/Belfast'],
  ['EUR', 'Europe/Vienna Europe/Brussels Asia/Nicosia Europe/Berlin Europe/Busingen Europe/Tallinn'],
  ['EUR', 'Europe/Madrid Atlantic/Canary Europe/Helsinki Europe/Paris Europe/Athens Europe/Zagreb'],
  ['EUR', 'Europe/Dublin Europe/Rome Europe/Vilnius Europe/Luxembourg Europe/Riga Europe/Malta'],
  [
    'EUR',
    'Europe/Amsterdam Europe/Lisbon Atlantic/Madeira Atlantic/Azores Europe/Ljubljana Europe/Bratislava',
  ],
  ['AED', 'Asia/Dubai'],
  ['AUD', 'Australia/Sydney Australia/Melbourne Australia/Brisbane Australia/Perth'],
  ['AUD', 'Australia/Adelaide Australia/Darwin Australia/Hobart'],
  ['BDT', 'Asia/Dhaka'],
  ['BRL', 'America/Sao_Paulo America/Manaus America/Fortaleza America/Bahia'],
  ['CAD', 'America/Toronto America/Vancouver America/Edmonton America/Winnipeg America/Halifax'],
  ['CAD', 'America/Regina America/St_Johns'],
  ['CHF', 'Europe/Zurich'],
  ['CNY', 'Asia/Shanghai Asia/Urumqi'],
  ['CZK', 'Europe/Prague'],
  ['DKK', 'Europe/Copenhagen'],
  ['HKD', 'Asia/Hong_Kong'],
  ['HUF', 'Europe/Budapest'],
  ['IDR', 'Asia/Jakarta Asia/Makassar Asia/Jayapura'],
  ['ILS', 'Asia/Jerusalem Asia/Tel_Aviv'],
  ['JPY', 'Asia/Tokyo'],
  ['KRW', 'Asia/Seoul'],
  ['LKR', 'Asia/Colombo'],
  ['MXN', 'America/Mexico_City America/Monterrey America/Tijuana America/Cancun'],
  ['MYR', 'Asia/Kuala_Lumpur Asia/Kuching'],
  ['NOK', 'Europe/Oslo'],
  ['NPR', 'Asia/Kathmandu Asia/Katmandu'],
  ['NZD', 'Pacific/Auckland Pacific/Chatham'],
  ['PHP', 'Asia/Manila'],
  ['PLN', 'Europe/Warsaw'],
  ['SEK', 'Europe/Stockholm'],
  ['SGD', 'Asia/Singapore'],
  ['THB', 'Asia/Bangkok'],
  ['ZAR', 'Africa/Johannesburg'],
]

/** What the daily pass costs, as a member reads it. A letter before a digit has a space that does not break. */
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

describe('a member pays in the currency of their country', () => {
  it.each(COUNTRIES)('by the name that the geocoder has for $code: $name', ({ code, name, currency }) => {
    const names = cityMapping.filter(({ iso2 }) => iso2 === code).map(({ country }) => country)
    expect([...new Set(names)]).toEqual([name])
    expect(currency).toBe(EURO.includes(code) ? 'EUR' : CURRENCY_OF[code])
    expect(paysIn({ country: name })).toBe(currency)
  })

  it('wherever one of the 31 currencies is paid in', () => {
    expect(COUNTRIES.map(({ code }) => code).toSorted()).toEqual(
      [...Object.keys(CURRENCY_OF), ...EURO].toSorted(),
    )
  })

  it.each(CLOCKS)('by their clock, while their country is unknown: %s for %s', (code, zones) => {
    for (const timezone of zones.split(' ')) {
      expect(() => new Intl.DateTimeFormat('en', { timeZone: timezone })).not.toThrow()
      expect([timezone, paysIn({ timezone })]).toEqual([timezone, code])
    }
  })
})

describe('the price of the daily pass', () => {
  it.each(CURRENCIES)('is shown with the symbol and the decimals of $code', (currency) => {
    const [daily] = PLANS.filter(({ id }) => id === 'daily').map((plan) => amountOf(plan, currency))
    expect(formatAmount(daily ?? 0, currency)).toBe(DAILY_PASS[currency.code])
  })

  it('is in rupees by default', () => {
    expect(CURRENCIES[0]?.code).toBe('INR')
    expect(paysIn({})).toBe('INR')
  })
})

describe('an amount', () => {
  const inCurrency = (code: string, amount: number) => {
    const found = CURRENCIES.find((one) => one.code === code)
    return found && formatAmount(amount, found)
  }

  it('of whole units has no decimals, and of parts of one has all of them', () => {
    expect(inCurrency('USD', 1200)).toBe('$12')
    expect(inCurrency('USD', 1210)).toBe('$12.10')
    expect(inCurrency('USD', 1)).toBe('$0.01')
  })

  it('is rounded to whole units where the currency has no decimals', () => {
    expect(inCurrency('JPY', 17_950)).toBe('¥180')
    expect(inCurrency('JPY', 17_949)).toBe('¥179')
  })

  it('groups the digits of rupees as in India, and of others by thousands', () => {
    expect(inCurrency('INR', 12_345_600)).toBe('₹1,23,456')
    expect(inCurrency('USD', 12_345_600)).toBe('$123,456')
  })
})
