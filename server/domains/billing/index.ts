import type {
  Order,
  PaymentOptions,
  PaymentProviderName,
  PaymentStatus,
  SubscriptionDetails,
  Transaction,
} from '#schema/billing.ts'
import type { PlanId } from '#schema/plans.ts'
import type { EventBus } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Metrics, NO_METRICS } from '#server/platform/metrics/metrics.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import type { CaptureOutcome } from './capture-order.ts'
import { createOperatorOrders, type OperatorOrders } from './operator-orders.ts'
import { createOrder } from './orders.ts'
import { paymentOptionsOf } from './payment-options.ts'
import { createPayments } from './payments.ts'
import { createPremiumByHand, type PremiumByHand } from './premium-by-hand.ts'
import type { WebhookHeaders } from './providers/provider.ts'
import { createProviders, type PaymentSettings } from './providers/registry.ts'
import { createReconciliation } from './reconcile.ts'
import { reportProviderFailure } from './report-provider-failure.ts'
import { createSettle } from './settle.ts'
import { createSubscription } from './subscription.ts'
import { createWebhooks } from './webhooks.ts'

export { checkOrdersAgain } from './check-orders-again.ts'
export { checkProviders, type ProviderCheck } from './check-providers.ts'
export type { OperatorOrder } from './operator-orders.ts'
export { planEnd } from './premium.ts'
export { ProviderFailure } from './providers/provider.ts'
export { type PaymentSettings, paymentSettingsOf } from './providers/registry.ts'

export interface BillingDeps {
  database: Database
  clock: Clock
  events: EventBus
  limits: RateLimits
  settings: PaymentSettings
  freeConversationsADay: number
  /** The origins that a checkout may return to. The first is the default. */
  origins: readonly [string, ...string[]]
  onError(error: unknown): void
  metrics?: Metrics | undefined
}

export interface Billing {
  options(): PaymentOptions
  /** @throws ApiError INVALID, EARLIER_PAYMENT, RATE_LIMITED, UNAVAILABLE */
  createOrder(
    userId: string,
    price: { amount: number; currency: string },
    origin: string | undefined,
  ): Promise<Order>
  /** @throws ApiError NOT_FOUND, RATE_LIMITED, UNAVAILABLE */
  paymentStatus(userId: string, paymentId: string): Promise<PaymentStatus>
  /** Captures an authorised payment. @throws as paymentStatus */
  capture(userId: string, paymentId: string): Promise<PaymentStatus>
  /** @throws as paymentStatus, and CONFLICT */
  subscribe(userId: string, plan: PlanId, paymentId: string): Promise<PaymentStatus>
  /** Captures an order that the member approved on the provider's page. @throws as paymentStatus */
  captureOrder(userId: string, provider: PaymentProviderName, orderId: string): Promise<CaptureOutcome>
  /** @throws ApiError INVALID for a wrong signature; UNAVAILABLE, upon which the provider sends the webhook again */
  webhook(provider: PaymentProviderName, address: string, raw: string, headers: WebhookHeaders): Promise<void>
  /** Settles all orders that are due for a check. Returns how many. */
  reconcile(): Promise<number>
  subscription(userId: string): Promise<SubscriptionDetails>
  /** Returns the latest hundred, the latest first. */
  transactions(userId: string): Promise<Transaction[]>
  /** Cancels premium, which stays active until its end. Idempotent. @throws ApiError CONFLICT without premium */
  cancel(userId: string): Promise<void>
  readonly premiumByHand: PremiumByHand
  readonly orders: OperatorOrders
  start(): void
  [Symbol.asyncDispose](): Promise<void>
}

export function createBilling({
  limits,
  settings,
  freeConversationsADay,
  origins,
  onError,
  metrics = NO_METRICS,
  ...deps
}: BillingDeps): Billing {
  const common = { ...deps, providers: createProviders(settings) }
  const settle = createSettle({ ...common, metrics })
  const payments = createPayments({ ...common, settle })
  const receiveWebhook = createWebhooks({ ...common, settle })
  const reconciliation = createReconciliation({ ...deps, settle, onError, metrics })
  const subscription = createSubscription(deps)

  const withReport = <Result>(call: Promise<Result>) => reportProviderFailure(call, onError, metrics)
  async function limited<Result>(userId: string, call: () => Promise<Result>): Promise<Result> {
    await limits.consume('paymentByAccount', userId)
    return withReport(call())
  }

  return {
    ...subscription,
    options: () => paymentOptionsOf(settings, freeConversationsADay),

    async createOrder(userId, price, origin) {
      await limits.consume('orderByAccount', userId)
      const returnOrigin = origins.find((one) => one === origin) ?? origins[0]
      return withReport(createOrder({ ...common, settle }, userId, price, returnOrigin))
    },
    paymentStatus: (userId, paymentId) => limited(userId, () => payments.status(userId, paymentId)),
    capture: (userId, paymentId) => limited(userId, () => payments.capture(userId, paymentId)),
    subscribe: (userId, plan, paymentId) =>
      limited(userId, () => payments.subscribe(userId, plan, paymentId)),
    captureOrder: (userId, provider, orderId) =>
      limited(userId, () => payments.captureOrder(userId, provider, orderId)),

    async webhook(provider, address, raw, headers) {
      await limits.consume('webhookByAddress', address)
      await withReport(receiveWebhook(provider, raw, headers))
    },

    async cancel(userId) {
      await limits.consume('subscriptionByAccount', userId)
      await subscription.cancel(userId)
    },

    premiumByHand: createPremiumByHand(deps),
    orders: createOperatorOrders({ ...deps, settle }),
    reconcile: reconciliation.reconcile,
    start: reconciliation.start,
    [Symbol.asyncDispose]: reconciliation.stop,
  }
}
