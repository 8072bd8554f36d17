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
import { ApiError } from '#server/platform/errors.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { createOrder } from './orders.ts'
import { createPayments } from './payments.ts'
import { createPaypal } from './providers/paypal.ts'
import { ProviderFailure, type WebhookHeaders } from './providers/provider.ts'
import { createRazorpay } from './providers/razorpay.ts'
import { createReconciliation } from './reconcile.ts'
import type { PaymentSettings } from './settings.ts'
import { createSettle, type Providers } from './settle.ts'
import { createSubscription } from './subscription.ts'
import { createWebhooks } from './webhooks.ts'

export { planEnd } from './premium.ts'
export { type PaymentSettings, paymentSettingsOf } from './settings.ts'

export interface BillingDeps {
  database: Database
  clock: Clock
  events: EventBus
  limits: RateLimits
  settings: PaymentSettings
  freeConversationsADay: number
  /** The first is where a member is led back to whose own origin is not among them. */
  origins: readonly [string, ...string[]]
  onError(error: unknown): void
}

export interface Billing {
  options(): PaymentOptions
  /** @throws ApiError INVALID, EARLIER_PAYMENT, RATE_LIMITED, UNAVAILABLE */
  createOrder(
    userId: string,
    asked: { amount: number; currency: string },
    origin: string | undefined,
  ): Promise<Order>
  /** @throws ApiError NOT_FOUND, RATE_LIMITED, UNAVAILABLE */
  paymentStatus(userId: string, paymentId: string): Promise<PaymentStatus>
  /** Takes the money of a payment that was only authorised. @throws as paymentStatus */
  capture(userId: string, paymentId: string): Promise<PaymentStatus>
  /** @throws as paymentStatus, and CONFLICT */
  subscribe(userId: string, plan: PlanId, paymentId: string): Promise<PaymentStatus>
  /** @throws as paymentStatus */
  capturePaypal(userId: string, orderId: string): Promise<{ success: boolean; error?: string }>
  /** @throws ApiError INVALID on a forged one; UNAVAILABLE: to be sent again */
  webhook(provider: PaymentProviderName, address: string, raw: string, headers: WebhookHeaders): Promise<void>
  /** Asks about all orders that are due; answers how many. */
  reconcile(): Promise<number>
  subscription(userId: string): Promise<SubscriptionDetails>
  /** The latest first, a hundred at most. */
  transactions(userId: string): Promise<Transaction[]>
  /** Idempotent; premium stays until its end. @throws ApiError CONFLICT without premium */
  cancel(userId: string): Promise<void>
  start(): void
  [Symbol.asyncDispose](): Promise<void>
}

export function createBilling({
  limits,
  settings,
  freeConversationsADay,
  origins,
  onError,
  ...deps
}: BillingDeps): Billing {
  const providers: Providers = {
    razorpay: settings.razorpay && createRazorpay(settings.razorpay),
    paypal: settings.paypal && createPaypal(settings.paypal),
  }
  const common = { ...deps, providers }
  const settle = createSettle(common)
  const payments = createPayments({ ...common, settle })
  const receiveWebhook = createWebhooks({ ...common, settle })
  const reconciliation = createReconciliation({ ...deps, settle, onError })
  const subscription = createSubscription(deps)

  /** A provider's failure is told to the operator whole, and to the member as something to try again. */
  async function reached<Answer>(call: Promise<Answer>): Promise<Answer> {
    try {
      return await call
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      onError(error)
      throw new ApiError(
        'UNAVAILABLE',
        'The payment provider could not be reached. Please try again in a few minutes.',
      )
    }
  }

  async function ofMember<Answer>(userId: string, call: () => Promise<Answer>): Promise<Answer> {
    await limits.consume('paymentByAccount', userId)
    return reached(call())
  }

  return {
    ...subscription,

    options: () => ({
      testMode: settings.razorpay?.keyId.startsWith('rzp_test_') || settings.paypal?.testMode || false,
      card: settings.razorpay && {
        keyId: settings.razorpay.keyId,
        script: settings.razorpay.checkoutScript,
      },
      paypal: settings.paypal !== null,
      freeConversationsADay,
    }),

    async createOrder(userId, asked, origin) {
      await limits.consume('orderByAccount', userId)
      const known = origins.find((one) => one === origin) ?? origins[0]
      return reached(createOrder({ ...common, settle }, userId, asked, known))
    },
    paymentStatus: (userId, paymentId) => ofMember(userId, () => payments.status(userId, paymentId)),
    capture: (userId, paymentId) => ofMember(userId, () => payments.capture(userId, paymentId)),
    subscribe: (userId, plan, paymentId) =>
      ofMember(userId, () => payments.subscribe(userId, plan, paymentId)),
    capturePaypal: (userId, orderId) => ofMember(userId, () => payments.capturePaypal(userId, orderId)),

    async webhook(provider, address, raw, headers) {
      await limits.consume('webhookByAddress', address)
      await reached(receiveWebhook(provider, raw, headers))
    },

    async cancel(userId) {
      await limits.consume('subscriptionByAccount', userId)
      await subscription.cancel(userId)
    },

    reconcile: reconciliation.reconcile,
    start: reconciliation.start,
    [Symbol.asyncDispose]: reconciliation.stop,
  }
}
