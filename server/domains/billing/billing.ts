import type { PaymentProviderName } from '#schema/billing.ts'
import type { PlanId } from '#schema/plans.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { captureOrder } from './capture-order.ts'
import { checkOrder, countWaitingOrders, findOrder } from './operator-orders.ts'
import { createOrder } from './orders.ts'
import { paymentOptionsOf } from './payment-options.ts'
import { settlePayment, subscribe } from './payments.ts'
import { grantByHand, type PremiumEnd, revokeByHand } from './premium-by-hand.ts'
import type { Money, WebhookHeaders } from './providers/provider.ts'
import { createProviders, type PaymentSettings } from './providers/registry.ts'
import { createReconciliation } from './reconcile.ts'
import { reportProviderFailure } from './report-provider-failure.ts'
import { cancelPremium, listTransactions, readSubscription } from './subscription.ts'
import { receiveWebhook } from './webhooks.ts'

interface BillingSettings {
  payments: PaymentSettings
  freeConversationsADay: number
  /** The origins that a checkout may return to. The first is the default. */
  origins: readonly [string, ...string[]]
}

export type Billing = ReturnType<typeof createBilling>

/** Creates the orders, payments and premium of members. `start` begins the regular check of open orders. */
export function createBilling(platform: Platform, settings: BillingSettings) {
  const { limits } = platform
  const context = { ...platform, providers: createProviders(settings.payments) }
  const reconciliation = createReconciliation(context)

  const withReport = <Result>(call: Promise<Result>) => reportProviderFailure(platform, call)
  async function limited<Result>(userId: string, call: () => Promise<Result>): Promise<Result> {
    await limits.consume('paymentByAccount', userId)
    return withReport(call())
  }

  return {
    options: () => paymentOptionsOf(settings.payments, settings.freeConversationsADay),

    /** Creates an order at the price of a plan. @throws ApiError INVALID, EARLIER_PAYMENT, RATE_LIMITED, UNAVAILABLE */
    async createOrder(userId: string, price: Money, origin: string | undefined) {
      await limits.consume('orderByAccount', userId)
      const returnOrigin = settings.origins.find((one) => one === origin) ?? settings.origins[0]
      return withReport(createOrder(context, userId, price, returnOrigin))
    },
    /** Returns the status of a payment, without capturing it. @throws ApiError NOT_FOUND, RATE_LIMITED, UNAVAILABLE */
    paymentStatus: (userId: string, paymentId: string) =>
      limited(userId, () => settlePayment(context, userId, paymentId, { capture: false })),
    /** Captures an authorised payment. @throws as paymentStatus */
    capture: (userId: string, paymentId: string) =>
      limited(userId, () => settlePayment(context, userId, paymentId, { capture: true })),
    /** Captures the payment of a plan. @throws as paymentStatus, and CONFLICT */
    subscribe: (userId: string, plan: PlanId, paymentId: string) =>
      limited(userId, () => subscribe(context, userId, plan, paymentId)),
    /** Captures an order that the member approved on the provider's page. @throws as paymentStatus */
    captureOrder: (userId: string, provider: PaymentProviderName, orderId: string) =>
      limited(userId, () => captureOrder(context, userId, provider, orderId)),

    /** Handles a webhook. @throws ApiError INVALID for a wrong signature; UNAVAILABLE, after which the provider repeats it */
    async webhook(provider: PaymentProviderName, address: string, raw: string, headers: WebhookHeaders) {
      await limits.consume('webhookByAddress', address)
      await withReport(receiveWebhook(context, provider, raw, headers))
    },

    subscription: (userId: string) => readSubscription(platform, userId),
    transactions: (userId: string) => listTransactions(platform, userId),
    /** Cancels premium, which stays active until its end. Idempotent. @throws ApiError CONFLICT, RATE_LIMITED */
    async cancel(userId: string) {
      await limits.consume('subscriptionByAccount', userId)
      await cancelPremium(platform, userId)
    },

    premiumByHand: {
      grant: (userId: string, end: PremiumEnd, reason: string) => grantByHand(platform, userId, end, reason),
      revoke: (userId: string) => revokeByHand(platform, userId),
    },
    orders: {
      find: (reference: string) => findOrder(platform, reference),
      check: (orderId: string) => checkOrder(context, orderId),
      waiting: (now: Date) => countWaitingOrders(platform, now),
    },
    reconcile: reconciliation.reconcile,
    start: reconciliation.start,
    [Symbol.asyncDispose]: reconciliation.stop,
  }
}
