import type { PaymentProviderName, Transaction } from '#schema/billing.ts'

/** In hundredths of the currency. */
export interface Money {
  amount: number
  currency: string
}

/** One payment as the provider has it now. */
export interface ProviderPayment {
  id: string
  status: Transaction['status']
  money: Money
  at: Date
}

export interface ProviderOrder {
  payments: ProviderPayment[]
  /** What has been promised but not taken yet, in the provider's own words; null when there is nothing to take. */
  capturable: string | null
}

/** What a provider told of itself. */
export interface WebhookNotice {
  eventId: string
  /** Null when it concerns no order. */
  providerOrderId: string | null
  /** A payment that the provider gives back without a refund that a later question would show, such as a lost dispute. */
  reversedPaymentId: string | null
}

export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>

/** The one shape of both providers. Every call may throw {@link ProviderFailure}. */
export interface PaymentProvider {
  readonly name: PaymentProviderName
  /** What is asked for a price: the same, or its worth where the provider does not take the currency. */
  chargeFor(price: Money, inDollars: Money): Money
  createOrder(order: {
    reference: string
    charge: Money
    description: string
    /** The origin of the pages that a provider's own page leads back to. */
    origin: string
  }): Promise<{ providerOrderId: string; approveUrl: string | null }>
  order(providerOrderId: string): Promise<ProviderOrder>
  /** Takes what was promised. That it has been taken already is no failure. */
  capture(providerOrderId: string, promise: string, charge: Money): Promise<void>
  /** The order that a payment belongs to; null when the provider knows no such payment. */
  orderOf(paymentId: string): Promise<string | null>
  /** Null when the signature is not the provider's, over exactly these bytes. */
  readWebhook(raw: string, headers: WebhookHeaders): Promise<WebhookNotice | null>
}

/**
 * The provider refused, was out of reach, slow, or answered what cannot be read. Carries nothing of the request, which
 * holds keys.
 */
export class ProviderFailure extends Error {
  readonly provider: PaymentProviderName
  /** The HTTP status; null when there was no answer, or none that could be read. */
  readonly status: number | null
  /** The provider's own name for it. */
  readonly issue: string | null
  constructor(provider: PaymentProviderName, what: string, status: number | null, issue: string | null) {
    super(`${provider}: ${what} failed (${status ?? 'no answer'}${issue ? `, ${issue}` : ''})`)
    this.name = 'ProviderFailure'
    this.provider = provider
    this.status = status
    this.issue = issue
  }
}

export const headerOf = (headers: WebhookHeaders, name: string): string => {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}
