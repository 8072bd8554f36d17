import type { Money } from './provider.ts'

/** https://developer.paypal.com/api/rest/reference/currency-codes/ */
const SUPPORTED: ReadonlySet<string> = new Set(
  'AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(
    ' ',
  ),
)
const WITHOUT_DECIMALS: ReadonlySet<string> = new Set(['HUF', 'JPY', 'TWD'])

export const isSupported = (currency: string) => SUPPORTED.has(currency)

/** Rounds to an amount that PayPal accepts, which has no decimals in some currencies. */
export const roundMoney = ({ amount, currency }: Money): Money => ({
  amount: WITHOUT_DECIMALS.has(currency) ? Math.round(amount / 100) * 100 : amount,
  currency,
})

/** Returns the amount in PayPal's notation. */
export const formatValue = ({ amount, currency }: Money): string =>
  (amount / 100).toFixed(WITHOUT_DECIMALS.has(currency) ? 0 : 2)

/** Returns the amount in hundredths. */
export const parseValue = (value: string): number => Math.round(Number(value) * 100)
