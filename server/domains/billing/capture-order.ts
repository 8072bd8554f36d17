import * as z from 'zod'
import type { PaymentProviderName } from '#schema/billing.ts'
import { type Text, text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { LedgerOrder } from './ledger.ts'
import { paymentMessageOf } from './payment-status.ts'
import { CurrencyRefusal, ProviderFailure } from './providers/provider.ts'
import { definitionOf } from './providers/registry.ts'
import { type BillingContext, settle } from './settle.ts'

interface CaptureOutcome {
  success: boolean
  error?: Text
}

const isUuid = (text: string) => z.uuid().safeParse(text).success

/**
 * Captures an order that the member approved on the provider's page. `orderId` is the provider's id, as the provider adds
 * it to the return URL, or ours. @throws ApiError NOT_FOUND; ProviderFailure when the provider cannot be reached
 */
export async function captureOrder(
  context: BillingContext,
  userId: string,
  provider: PaymentProviderName,
  orderId: string,
): Promise<CaptureOutcome> {
  const { prisma } = context.database
  const { label } = definitionOf(provider)
  const key = { provider, providerOrderId: orderId }
  const order = isUuid(orderId)
    ? await prisma.order.findUnique({ where: { id: orderId } })
    : await prisma.order.findUnique({ where: { provider_providerOrderId: key } })
  if (order?.userId !== userId || order.provider !== provider)
    throw new ApiError(
      'NOT_FOUND',
      text('We cannot find this order. If you have paid, please contact support.'),
    )
  try {
    return outcomeOf(await settle(context, order, { capture: true }), label)
  } catch (error) {
    if (error instanceof CurrencyRefusal) return currencyRefused(label)
    // A refusal by the provider is a result for the member. Any other failure is not.
    if (error instanceof ProviderFailure && error.status === 422)
      return {
        success: false,
        error: text(
          '{provider} declined this payment. You were not charged. Please try again, or pay another way.',
          { provider: label },
        ),
      }
    throw error
  }
}

const currencyRefused = (label: string): CaptureOutcome => ({
  success: false,
  error: text(
    '{provider} did not take this currency. You were not charged. Please choose your plan again: you will see the price in US dollars before you pay.',
    { provider: label },
  ),
})

function outcomeOf(order: LedgerOrder, label: string): CaptureOutcome {
  if (order.status === 'paid') return { success: true }
  if (order.currencyRefusedAt) return currencyRefused(label)
  const [latest] = [...order.transactions].sort((a, b) => b.date.getTime() - a.date.getTime())
  if (!latest)
    return {
      success: false,
      error: text('This payment was not approved at {provider}. You were not charged.', { provider: label }),
    }
  return { success: false, error: paymentMessageOf(latest) }
}
