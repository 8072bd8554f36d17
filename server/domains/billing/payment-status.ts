import type { PaymentStatus } from '#schema/billing.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { LedgerOrder } from './ledger.ts'

const MESSAGES: Record<PaymentStatus['status'], string> = {
  completed: 'Your payment is complete and premium is active.',
  authorized: 'Your bank approved the payment. It will be complete in a moment.',
  pending: 'Your payment is still being processed.',
  failed: 'This payment failed. You were not charged.',
  refunded: 'This payment was refunded.',
}

/** Returns the status of one payment of an order, as its member sees it. @throws ApiError NOT_FOUND */
export function paymentStatusOf(order: LedgerOrder, paymentId: string): PaymentStatus {
  const payment = order.transactions.find((one) => one.providerPaymentId === paymentId)
  if (!payment)
    throw new ApiError('NOT_FOUND', 'We cannot find this payment. If you have paid, please contact support.')
  const { status, grant } = payment
  const premiumActivated = grant !== null && grant.revokedAt === null
  return { premiumActivated, status, message: paymentMessageOf(payment) }
}

export const paymentMessageOf = ({ status, grant }: LedgerOrder['transactions'][number]) =>
  status === 'completed' && (grant === null || grant.revokedAt !== null)
    ? 'This payment does not match the price of the plan. Please contact support.'
    : MESSAGES[status]
