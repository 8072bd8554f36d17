import type { PaymentProviderName } from '#schema/billing.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { type LedgerOrder, recordPayments } from './ledger.ts'
import {
  CurrencyRefusal,
  type PaymentProvider,
  ProviderFailure,
  type ProviderOrder,
} from './providers/provider.ts'
import type { Providers } from './providers/registry.ts'

/** What the operations of billing share. */
export interface BillingContext extends Pick<Platform, 'database' | 'clock' | 'events' | 'metrics'> {
  providers: Providers
}

export interface SettleOptions {
  /** Whether an approved payment is captured. */
  capture: boolean
  reversedPaymentId?: string | null
}

/** The columns of an order that settling it needs. */
export interface OpenOrder {
  id: string
  provider: PaymentProviderName
  providerOrderId: string
  chargedAmount: number
  chargedCurrency: string
  currencyRefusedAt: Date | null
}

export const notConfigured = () =>
  new ApiError('UNAVAILABLE', text('Payments are not configured on this server.'))

/** @throws ApiError UNAVAILABLE */
export function providerNamed(providers: Providers, name: PaymentProviderName): PaymentProvider {
  const provider = providers[name]
  if (!provider) throw notConfigured()
  return provider
}

/**
 * Fetches the state of an order from its provider, and records it in the ledger. Callbacks, polls, webhooks and
 * reconciliation all reach the ledger through this function. @throws ApiError UNAVAILABLE; ProviderFailure
 */
export async function settle(
  { database, clock, events, metrics, providers }: BillingContext,
  order: OpenOrder,
  { capture, reversedPaymentId = null }: SettleOptions,
): Promise<LedgerOrder> {
  const { id, provider: name, providerOrderId } = order
  const provider = providerNamed(providers, name)
  let state = await provider.order(providerOrderId)
  let refused: ProviderFailure | null = null
  // The member may have paid in dollars since.
  if (capture && state.capturable !== null && order.currencyRefusedAt === null) {
    const charge = { amount: order.chargedAmount, currency: order.chargedCurrency }
    refused = await refusalOf(provider.capture(providerOrderId, state.capturable, charge))
    state = await provider.order(providerOrderId)
  }
  if (refused instanceof CurrencyRefusal)
    await database.prisma.order.update({
      where: { id },
      data: { currencyRefusedAt: new Date(clock.now()) },
    })
  const recorded = await recordPayments({ database, clock }, id, withReversal(state, reversedPaymentId))
  for (const status of recorded.reached) metrics.counter('payments', { provider: name, status })()
  for (const one of recorded.granted) await events.emit('premiumGranted', one)
  for (const one of recorded.choicesEnded) await events.emit('premiumChoicesEnded', one)
  if (recorded.granted.length > 0 || recorded.revoked)
    await events.emit('userChanged', { userId: recorded.order.userId })
  if (refused && recorded.order.status !== 'paid') throw refused
  return recorded.order
}

async function refusalOf(capture: Promise<void>): Promise<ProviderFailure | null> {
  try {
    await capture
    return null
  } catch (error) {
    if (error instanceof ProviderFailure) return error
    throw error
  }
}

const withReversal = ({ payments }: ProviderOrder, paymentId: string | null) =>
  payments.map((one) => (one.id === paymentId ? { ...one, status: 'refunded' as const } : one))
