import { v7 as uuidv7 } from 'uuid'
import type { PaymentProviderName } from '#schema/billing.ts'
import type { PlanId } from '#schema/plans.ts'
import { planNamed, priceIn } from '#server/domains/billing/prices.ts'
import type {
  Money,
  PaymentProvider,
  ProviderOrder,
  ProviderPayment,
  WebhookNotice,
} from '#server/domains/billing/providers/provider.ts'
import {
  type BillingContext,
  type OpenOrder,
  type SettleOptions,
  settle,
} from '#server/domains/billing/settle.ts'
import { createEventBus, type DomainEvents } from '#server/events.ts'
import type { Failures } from '#server/platform/logging/failure-log.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { openRows, type Rows } from './rows.ts'
import { NO_METRICS, testPlatform } from './test-platform.ts'

/** A payment provider whose answers, payments and webhooks the test sets. */
export interface TestProvider extends PaymentProvider {
  readonly orders: Map<string, ProviderOrder>
  readonly paymentOrders: Map<string, string>
  readonly created: Parameters<PaymentProvider['createOrder']>[0][]
  readonly captured: unknown[][]
  /** Thrown by the next calls of this name. */
  readonly failures: { order?: Error; capture?: Error; create?: (charge: Money) => Error | undefined }
  notice: WebhookNotice | null
}

function createTestProvider(name: PaymentProviderName): TestProvider {
  const provider: TestProvider = {
    name,
    orders: new Map(),
    paymentOrders: new Map(),
    created: [],
    captured: [],
    failures: {},
    notice: null,
    chargeFor: (price, inDollars) => (price.currency === 'AED' ? inDollars : price),
    async createOrder(order) {
      provider.created.push(order)
      const failure = provider.failures.create?.(order.charge)
      if (failure) throw failure
      const providerOrderId = `${name}-${order.reference}`
      provider.orders.set(providerOrderId, { payments: [], capturable: null })
      return {
        providerOrderId,
        approveUrl: name === 'paypal' ? `https://paypal.example/${order.reference}` : null,
      }
    },
    async order(id) {
      if (provider.failures.order) throw provider.failures.order
      return provider.orders.get(id) ?? { payments: [], capturable: null }
    },
    async capture(id, capturable, charge) {
      provider.captured.push([id, capturable, charge])
      if (provider.failures.capture) throw provider.failures.capture
      const { payments } = provider.orders.get(id) ?? { payments: [] }
      const taken = payments.map((one) =>
        one.id === capturable ? { ...one, status: 'completed' as const } : one,
      )
      provider.orders.set(id, { payments: taken, capturable: null })
    },
    orderOf: async (paymentId) => provider.paymentOrders.get(paymentId) ?? null,
    readWebhook: async () => provider.notice,
  }
  return provider
}

function forgetCalls(provider: TestProvider) {
  Object.assign(provider, { notice: null })
  Object.assign(provider.failures, { order: undefined, capture: undefined, create: undefined })
  provider.created.length = 0
  provider.captured.length = 0
}

export interface TestBilling extends BillingContext, AsyncDisposable {
  readonly database: Database
  readonly clock: TestClock
  readonly razorpay: TestProvider
  readonly paypal: TestProvider
  settle(order: OpenOrder, options: SettleOptions): ReturnType<typeof settle>
  readonly failures: Failures
  /** What the failure log received. */
  readonly failed: unknown[]
  readonly emitted: { name: keyof DomainEvents; event: unknown }[]
  readonly member: Rows['member']
  /** Stores an order for a plan, at its price in this currency unless changed. */
  order(userId: string, plan: PlanId, changes?: OrderChanges): Promise<StoredOrder>
  /** Sets the provider's answer about an order. */
  tell(order: StoredOrder, payments: ProviderPayment[], capturable?: string | null): void
  /** Returns the end of the member's premium; null when they never had it. */
  premiumOf(userId: string): Promise<Date | null>
  now(): Date
  /** Forgets events, logged failures, calls of the providers, failures and webhooks. Orders and their answers stay. */
  forget(): void
}

type StoredOrder = Awaited<ReturnType<Database['prisma']['order']['create']>>

interface OrderChanges {
  currency?: string
  created?: Date
  nextCheck?: Date | null
  status?: 'created' | 'paid' | 'failed' | 'authorized' | 'refunded'
}

/** Billing on a real database, with payment providers that the test controls. */
export async function openTestBilling(): Promise<TestBilling> {
  const rows = await openRows({ poolSize: 20 })
  const { database } = rows
  const clock = createTestClock()
  const failed: unknown[] = []
  const { failures } = testPlatform({ onFailure: (error) => void failed.push(error) })
  const events = createEventBus({
    onError(error) {
      throw error
    },
  })
  const emitted: TestBilling['emitted'] = []
  events.on('premiumGranted', (event) => void emitted.push({ name: 'premiumGranted', event }))
  events.on('userChanged', (event) => void emitted.push({ name: 'userChanged', event }))
  const [razorpay, paypal] = [createTestProvider('razorpay'), createTestProvider('paypal')]
  const context = { database, clock, events, metrics: NO_METRICS, providers: { razorpay, paypal } }
  return {
    ...context,
    failures,
    failed,
    razorpay,
    paypal,
    emitted,
    settle: (order, options) => settle(context, order, options),
    member: rows.member,
    order(userId, plan, { currency = 'INR', ...changes } = {}) {
      const { amount } = priceIn(planNamed(plan), currency)
      const provider = currency === 'INR' ? ('razorpay' as const) : ('paypal' as const)
      const now = new Date(clock.now())
      return database.prisma.order.create({
        data: {
          id: uuidv7(),
          userId,
          provider,
          providerOrderId: `order-${crypto.randomUUID()}`,
          plan,
          amount,
          currency,
          chargedAmount: amount,
          chargedCurrency: currency,
          created: now,
          nextCheck: now,
          ...changes,
        },
      })
    },
    tell(order, payments, capturable = null) {
      context.providers[order.provider].orders.set(order.providerOrderId, { payments, capturable })
    },
    premiumOf: async (userId) =>
      (await database.prisma.user.findUniqueOrThrow({ where: { id: userId } })).premiumUntil,
    now: () => new Date(clock.now()),
    forget() {
      emitted.length = 0
      failed.length = 0
      forgetCalls(razorpay)
      forgetCalls(paypal)
    },
    [Symbol.asyncDispose]: rows[Symbol.asyncDispose],
  }
}

/** A payment of the full price of the order, as its provider reports it. */
export const paymentOf = (
  order: { chargedAmount: number; chargedCurrency: string },
  changes: Partial<ProviderPayment> = {},
): ProviderPayment => ({
  id: `pay-${crypto.randomUUID()}`,
  status: 'completed',
  money: { amount: order.chargedAmount, currency: order.chargedCurrency },
  at: new Date(Date.now() - 60 * 60_000),
  ...changes,
})
