import type { PaymentProviderName, Transaction } from '#schema/billing.ts'

/** `amount` is in hundredths of the currency. */
export interface Money {
  amount: number
  currency: string
}

/** The current state of a payment at the provider. */
export interface ProviderPayment {
  id: string
  status: Transaction['status']
  money: Money
  at: Date
}

export interface ProviderOrder {
  payments: ProviderPayment[]
  /** The provider's id of an approved payment that is not captured yet; null when there is none. */
  capturable: string | null
}

/** The content of a provider's webhook. */
export interface WebhookNotice {
  eventId: string
  /** Null when the webhook concerns no order. */
  providerOrderId: string | null
  /** A payment that was returned without a refund in the provider's API, such as after a lost dispute. */
  reversedPaymentId: string | null
}

export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>

/** The common interface of all providers. Every call may throw {@link ProviderFailure}. */
export interface PaymentProvider {
  readonly name: PaymentProviderName
  /** Returns the charge for a price: the price itself, or dollars if the provider does not take the currency. */
  chargeFor(price: Money, inDollars: Money): Money
  /**
   * `reference` is new for every call: providers answer a repeated one as before. Throws {@link CurrencyRefusal} where the
   * provider has a way to refuse the currency.
   */
  createOrder(order: {
    reference: string
    charge: Money
    description: string
    /** The origin of the pages that the provider's checkout returns to. */
    origin: string
  }): Promise<{ providerOrderId: string; approveUrl: string | null }>
  order(providerOrderId: string): Promise<ProviderOrder>
  /** Captures an approved payment. Succeeds when it was captured before. */
  capture(providerOrderId: string, capturable: string, charge: Money): Promise<void>
  /**
   * Returns the provider's id of a payment's order; null when the provider does not know the payment. Null for a provider
   * that cannot look up payments by id.
   */
  readonly orderOf: ((paymentId: string) => Promise<string | null>) | null
  /** Returns null unless the provider signed exactly this body. */
  readWebhook(raw: string, headers: WebhookHeaders): Promise<WebhookNotice | null>
}

/** Everything about a provider that is known before a payment. The registry lists one for each provider. */
export interface ProviderDefinition<Keys, Settings> {
  /** The name that members read. */
  readonly label: string
  /** The currencies it takes; 'others' for all that no other provider takes. */
  readonly currencies: readonly string[] | 'others'
  /** How long an undecided payment prevents another one, in milliseconds. */
  readonly undecidedFor: number
  /** Returns the settings of the live service, with the operator's keys. */
  liveSettings(keys: Keys): Settings
  /** Returns whether no real money moves. */
  isTestMode(settings: Settings): boolean
  create(settings: Settings): PaymentProvider
}

/** How long a call to a provider may take, in milliseconds. */
export const PROVIDER_TIMEOUT = 10_000

/**
 * The provider refused, timed out, could not be reached, or sent an unreadable response. Contains nothing of the request,
 * which holds keys.
 */
export class ProviderFailure extends Error {
  readonly provider: PaymentProviderName
  /** The HTTP status; null without a readable response. */
  readonly status: number | null
  /** The provider's name of the problem. */
  readonly issue: string | null
  constructor(provider: PaymentProviderName, action: string, status: number | null, issue: string | null) {
    super(`${provider}: ${action} failed (${status ?? 'no answer'}${issue ? `, ${issue}` : ''})`)
    this.name = 'ProviderFailure'
    this.provider = provider
    this.status = status
    this.issue = issue
  }
}

/** The provider does not take this currency for the operator's account. Another currency may work. */
export class CurrencyRefusal extends ProviderFailure {}

export const headerOf = (headers: WebhookHeaders, name: string): string => {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}
