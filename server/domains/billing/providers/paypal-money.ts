import type { Money } from './provider.ts'

/** https://developer.paypal.com/api/rest/reference/currency-codes/ */
const TAKEN: ReadonlySet<string> = new Set(
  'AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(
    ' ',
  ),
)
const WITHOUT_DECIMALS: ReadonlySet<string> = new Set(['HUF', 'JPY', 'TWD'])

export const isTaken = (currency: string) => TAKEN.has(currency)

/** To what PayPal can take of the currency: it has no decimals for some. */
export const rounded = ({ amount, currency }: Money): Money => ({
  amount: WITHOUT_DECIMALS.has(currency) ? Math.round(amount / 100) * 100 : amount,
  currency,
})

/** As PayPal writes it. */
export const writtenValue = ({ amount, currency }: Money): string =>
  (amount / 100).toFixed(WITHOUT_DECIMALS.has(currency) ? 0 : 2)

/** In hundredths. */
export const readValue = (value: string): number => Math.round(Number(value) * 100)
