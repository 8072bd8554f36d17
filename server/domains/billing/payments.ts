import type { PaymentStatus } from '#schema/billing.ts'
import type { PlanId } from '#schema/plans.ts'
import { sentenceOf, text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { findOrderOfPayment } from './find-order.ts'
import { paymentStatusOf } from './payment-status.ts'
import { planNamed } from './prices.ts'
import { type BillingContext, settle } from './settle.ts'

/** Settles the order of a member's payment, and returns the status of the payment. @throws ApiError NOT_FOUND; ProviderFailure */
export async function settlePayment(
  context: BillingContext,
  userId: string,
  paymentId: string,
  options: { capture: boolean },
): Promise<PaymentStatus> {
  const order = await findOrderOfPayment(context, userId, paymentId)
  return paymentStatusOf(await settle(context, order, options), paymentId)
}

/**
 * Captures the payment of a plan.
 * @throws ApiError NOT_FOUND; CONFLICT when the payment is for another plan, or was not made in full; ProviderFailure
 */
export async function subscribe(
  context: BillingContext,
  userId: string,
  plan: PlanId,
  paymentId: string,
): Promise<PaymentStatus> {
  const order = await findOrderOfPayment(context, userId, paymentId)
  if (order.plan !== plan)
    throw new ApiError(
      'CONFLICT',
      text('This payment is for another plan: {plan}.', { plan: planNamed(order.plan).name }),
    )
  const status = paymentStatusOf(await settle(context, order, { capture: true }), paymentId)
  if (!status.premiumActivated) throw new ApiError('CONFLICT', sentenceOf(status.message))
  return status
}
