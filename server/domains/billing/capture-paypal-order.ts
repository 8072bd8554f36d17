import * as z from 'zod'
import { ApiError } from '#server/platform/errors.ts'
import type { LedgerOrder } from './ledger.ts'
import { paymentMessageOf } from './payment-status.ts'
import { ProviderFailure } from './providers/provider.ts'
import type { Settle, SettleDeps } from './settle.ts'

export interface CaptureOutcome {
  success: boolean
  error?: string
}

const isUuid = (text: string) => z.uuid().safeParse(text).success

/**
 * Captures an order that the member approved at PayPal. `orderId` is PayPal's id, as PayPal adds it to the return URL, or
 * ours. @throws ApiError NOT_FOUND; ProviderFailure when PayPal cannot be reached
 */
export async function capturePaypalOrder(
  { database: { prisma }, settle }: Pick<SettleDeps, 'database'> & { settle: Settle },
  userId: string,
  orderId: string,
): Promise<CaptureOutcome> {
  const key = { provider: 'paypal' as const, providerOrderId: orderId }
  const order = isUuid(orderId)
    ? await prisma.order.findUnique({ where: { id: orderId } })
    : await prisma.order.findUnique({ where: { provider_providerOrderId: key } })
  if (order?.userId !== userId || order.provider !== 'paypal')
    throw new ApiError('NOT_FOUND', 'We cannot find this order. If you have paid, please contact support.')
  try {
    return outcomeOf(await settle(order, { capture: true }))
  } catch (error) {
    // A refusal by PayPal is a result for the member. Any other failure is not.
    if (error instanceof ProviderFailure && error.status === 422)
      return {
        success: false,
        error: 'PayPal declined this payment. You were not charged. Please try again, or pay another way.',
      }
    throw error
  }
}

function outcomeOf(order: LedgerOrder): CaptureOutcome {
  if (order.status === 'paid') return { success: true }
  const [latest] = [...order.transactions].sort((a, b) => b.date.getTime() - a.date.getTime())
  if (!latest)
    return { success: false, error: 'This payment was not approved at PayPal. You were not charged.' }
  return { success: false, error: paymentMessageOf(latest) }
}
