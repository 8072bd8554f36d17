import { PAYMENT_PROVIDERS, type PaymentProviderName } from '#schema/billing.ts'
import type { Config } from '#server/platform/config/config.ts'
import { PAYPAL } from './paypal.ts'
import type { PaymentProvider, ProviderDefinition } from './provider.ts'
import { RAZORPAY } from './razorpay.ts'

/** Every payment provider. */
const DEFINITIONS = { razorpay: RAZORPAY, paypal: PAYPAL } as const satisfies Record<
  PaymentProviderName,
  object
>

/** Null for a provider that is not configured; its calls fail with 503. */
export type PaymentSettings = {
  [Name in PaymentProviderName]: Parameters<(typeof DEFINITIONS)[Name]['create']>[0] | null
}

export type Providers = Readonly<Record<PaymentProviderName, PaymentProvider | null>>

/** Returns what is known about a provider before a payment. */
export const definitionOf = (name: PaymentProviderName): ProviderDefinition<unknown, unknown> =>
  DEFINITIONS[name]

const forEachProvider = <Result>(resultOf: (name: PaymentProviderName) => Result) =>
  Object.fromEntries(PAYMENT_PROVIDERS.map((name) => [name, resultOf(name)])) as Record<
    PaymentProviderName,
    Result
  >

/** Returns the settings of the live providers, with the operator's keys. */
export const paymentSettingsOf = (keys: Pick<Config, PaymentProviderName>): PaymentSettings =>
  forEachProvider((name) => keys[name] && definitionOf(name).liveSettings(keys[name])) as PaymentSettings

export const createProviders = (settings: PaymentSettings): Providers =>
  forEachProvider((name) => settings[name] && definitionOf(name).create(settings[name]))

/** Returns whether a configured provider moves no real money. */
export const hasTestMode = (settings: PaymentSettings): boolean =>
  PAYMENT_PROVIDERS.some((name) => settings[name] && definitionOf(name).isTestMode(settings[name]))

/** Returns the provider that takes a currency. */
export function providerOfCurrency(currency: string): PaymentProviderName {
  const takes = (name: PaymentProviderName) => {
    const { currencies } = definitionOf(name)
    return currencies !== 'others' && currencies.includes(currency)
  }
  const others = (name: PaymentProviderName) => definitionOf(name).currencies === 'others'
  const name = PAYMENT_PROVIDERS.find(takes) ?? PAYMENT_PROVIDERS.find(others)
  if (!name) throw new Error(`no provider takes ${currency}`)
  return name
}
