import * as z from 'zod'
import type { PaymentStatus } from '#schema/billing.ts'
import type { PlanId } from '#schema/plans.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { LedgerOrder } from './ledger.ts'
import { planNamed } from './prices.ts'
import { ProviderFailure } from './providers/provider.ts'
import { providerNamed, type Settle, type SettleDeps } from './settle.ts'

const MESSAGES: Record<PaymentStatus['status'], string> = {
  completed: 'Your payment is complete and premium is active.',
  authorized: 'Your bank has approved the payment. It is about to be completed.',
  pending: 'Your payment is still being processed.',
  failed: 'This payment failed. Nothing was taken.',
  refunded: 'This payment was given back.',
}

const isUuid = (text: string) => z.uuid().safeParse(text).success

/** What members ask about their own payments. Another's is as unknown as one that does not exist. */
export function createPayments(deps: SettleDeps & { settle: Settle }) {
  const { settle, providers } = deps
  const { prisma } = deps.database

  async function orderOfPayment(userId: string, paymentId: string) {
    const booked = await prisma.transaction.findFirst({
      // Both named, so that the key of the two columns finds it.
      where: { provider: { in: ['razorpay', 'paypal'] }, providerPaymentId: paymentId },
      include: { order: true },
    })
    const order = booked?.order ?? (await orderByProvider(paymentId))
    if (order?.userId !== userId) throw new ApiError('NOT_FOUND', 'This payment was not found.')
    return order
  }

  async function orderByProvider(paymentId: string) {
    const providerOrderId = await providerNamed(providers, 'razorpay').orderOf(paymentId)
    if (!providerOrderId) return null
    const key = { provider: 'razorpay' as const, providerOrderId }
    return prisma.order.findUnique({ where: { provider_providerOrderId: key } })
  }

  return {
    async status(userId: string, paymentId: string): Promise<PaymentStatus> {
      const order = await orderOfPayment(userId, paymentId)
      return statusOf(await settle(order, { capture: false }), paymentId)
    },

    async capture(userId: string, paymentId: string): Promise<PaymentStatus> {
      const order = await orderOfPayment(userId, paymentId)
      return statusOf(await settle(order, { capture: true }), paymentId)
    },

    /** @throws ApiError CONFLICT when the payment is for another plan, or has not been made in full */
    async subscribe(userId: string, plan: PlanId, paymentId: string): Promise<PaymentStatus> {
      const order = await orderOfPayment(userId, paymentId)
      if (order.plan !== plan) {
        const named = planNamed(order.plan).name
        throw new ApiError('CONFLICT', `This payment is for another plan: ${named}.`)
      }
      const status = statusOf(await settle(order, { capture: true }), paymentId)
      if (!status.premiumActivated) throw new ApiError('CONFLICT', status.message)
      return status
    },

    /** `orderId` is PayPal's, as it comes back in the address, or ours. */
    async capturePaypal(userId: string, orderId: string): Promise<{ success: boolean; error?: string }> {
      const key = { provider: 'paypal' as const, providerOrderId: orderId }
      const order = isUuid(orderId)
        ? await prisma.order.findUnique({ where: { id: orderId } })
        : await prisma.order.findUnique({ where: { provider_providerOrderId: key } })
      if (order?.userId !== userId || order.provider !== 'paypal')
        throw new ApiError('NOT_FOUND', 'This order was not found.')
      try {
        return outcomeOf(await settle(order, { capture: true }))
      } catch (error) {
        // PayPal's own "no" is an answer; that it could not be asked is not.
        if (error instanceof ProviderFailure && error.status === 422)
          return { success: false, error: 'PayPal declined this payment. Nothing was taken.' }
        throw error
      }
    },
  }
}

function statusOf(order: LedgerOrder, paymentId: string): PaymentStatus {
  const payment = order.transactions.find((one) => one.providerPaymentId === paymentId)
  if (!payment) throw new ApiError('NOT_FOUND', 'This payment was not found.')
  const { status, grant } = payment
  const premiumActivated = grant !== null && grant.revokedAt === null
  return { premiumActivated, status, message: messageOf(payment) }
}

const messageOf = ({ status, grant }: LedgerOrder['transactions'][number]) =>
  status === 'completed' && (grant === null || grant.revokedAt !== null)
    ? 'This payment differs from the price of the plan. Please contact support.'
    : MESSAGES[status]

function outcomeOf(order: LedgerOrder): { success: boolean; error?: string } {
  if (order.status === 'paid') return { success: true }
  const [latest] = [...order.transactions].sort((a, b) => b.date.getTime() - a.date.getTime())
  if (!latest) return { success: false, error: 'This payment was not approved at PayPal.' }
  return { success: false, error: messageOf(latest) }
}
