import type { PaymentProviderName, PaymentStatus } from '#schema/billing.ts'
import type { PlanId } from '#schema/plans.ts'
import { sentenceOf, text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { captureOrder } from './capture-order.ts'
import { findOrderOfPayment } from './find-order.ts'
import { paymentStatusOf } from './payment-status.ts'
import { planNamed } from './prices.ts'
import type { Settle, SettleDeps } from './settle.ts'

/** Creates what members can do with their own payments. */
export function createPayments(deps: SettleDeps & { settle: Settle }) {
  async function settlePayment(userId: string, paymentId: string, options: { capture: boolean }) {
    const order = await findOrderOfPayment(deps, userId, paymentId)
    return paymentStatusOf(await deps.settle(order, options), paymentId)
  }

  return {
    status: (userId: string, paymentId: string): Promise<PaymentStatus> =>
      settlePayment(userId, paymentId, { capture: false }),

    capture: (userId: string, paymentId: string): Promise<PaymentStatus> =>
      settlePayment(userId, paymentId, { capture: true }),

    /** @throws ApiError CONFLICT when the payment is for another plan, or was not made in full */
    async subscribe(userId: string, plan: PlanId, paymentId: string): Promise<PaymentStatus> {
      const order = await findOrderOfPayment(deps, userId, paymentId)
      if (order.plan !== plan)
        throw new ApiError(
          'CONFLICT',
          text('This payment is for another plan: {plan}.', { plan: planNamed(order.plan).name }),
        )
      const status = paymentStatusOf(await deps.settle(order, { capture: true }), paymentId)
      if (!status.premiumActivated) throw new ApiError('CONFLICT', sentenceOf(status.message))
      return status
    },

    captureOrder: (userId: string, provider: PaymentProviderName, orderId: string) =>
      captureOrder(deps, userId, provider, orderId),
  }
}
