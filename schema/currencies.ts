/** A currency: how prices in rupees are converted and written (spec §9). */
export interface Currency {
  code: string
  symbol: string
  /** The value of one Indian rupee. */
  rate: number
  /** Digits after the point when shown. */
  decimals: 0 | 2
}

const currency = (code: string, symbol: string, rate: number, decimals: 0 | 2 = 2): Currency => ({
  code,
  symbol,
  rate,
  decimals,
})

/** The first one is the fallback. */
export const CURRENCIES: readonly Currency[] = [
  currency('INR', '₹', 1),
  currency('USD', '$', 0.012),
  currency('EUR', '€', 0.011),
  currency('GBP', '£', 0.0095),
  currency('AED', 'AED', 0.044),
  currency('AUD', 'A$', 0.018),
  currency('BDT', '৳', 1.4),
  currency('BRL', 'R$', 0.065),
  currency('CAD', 'C$', 0.016),
  currency('CHF', 'CHF', 0.0105),
  currency('CNY', '¥', 0.086),
  currency('CZK', 'Kč', 0.27),
  currency('DKK', 'kr', 0.082),
  currency('HKD', 'HK$', 0.094),
  currency('HUF', 'Ft', 4.3),
  currency('IDR', 'Rp', 190, 0),
  currency('ILS', '₪', 0.044),
  currency('JPY', '¥', 1.8, 0),
  currency('KRW', '₩', 16, 0),
  currency('LKR', 'Rs', 3.6),
  currency('MXN', 'MX$', 0.22),
  currency('MYR', 'RM', 0.053),
  currency('NOK', 'kr', 0.128),
  currency('NPR', 'रू', 1.6),
  currency('NZD', 'NZ$', 0.02),
  currency('PHP', '₱', 0.68),
  currency('PLN', 'zł', 0.047),
  currency('SEK', 'kr', 0.125),
  currency('SGD', 'S$', 0.016),
  currency('THB', '฿', 0.42),
  currency('ZAR', 'R', 0.22),
]
