import type { PaymentStatus } from '#schema/billing.ts'
import { type Sentence, text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { LedgerOrder } from './ledger.ts'

const MESSAGES: Record<PaymentStatus['status'], Sentence> = {
  completed: text('Your payment is complete and premium is active.'),
  authorized: text('Your bank approved the payment. It will be complete in a moment.'),
  pending: text('Your payment is still being processed.'),
  failed: text('This payment failed. You were not charged.'),
  refunded: text('This payment was refunded.'),
}

/** Returns the status of one payment of an order, as its member sees it. @throws ApiError NOT_FOUND */
export function paymentStatusOf(order: LedgerOrder, paymentId: string): PaymentStatus {
  const payment = order.transactions.find((one) => one.providerPaymentId === paymentId)
  if (!payment)
    throw new ApiError(
      'NOT_FOUND',
      text('We cannot find this payment. If you have paid, please contact support.'),
    )
  const { status, grant } = payment
  const premiumActivated = grant !== null && grant.revokedAt === null
  return { premiumActivated, status, message: paymentMessageOf(payment) }
}

export const paymentMessageOf = ({ status, grant }: LedgerOrder['transactions'][number]) =>
  status === 'completed' && (grant === null || grant.revokedAt !== null)
    ? text('This payment does not match the price of the plan. Please contact support.')
    : MESSAGES[status]
