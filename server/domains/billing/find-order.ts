import { ApiError } from '#server/platform/errors.ts'
import { providerNamed, type SettleDeps } from './settle.ts'

type Deps = Pick<SettleDeps, 'database' | 'providers'>

/**
 * Returns the member's order of a payment. Payments of other members are treated as unknown.
 * @throws ApiError NOT_FOUND; ProviderFailure
 */
export async function findOrderOfPayment(deps: Deps, userId: string, paymentId: string) {
  const recorded = await deps.database.prisma.transaction.findFirst({
    // Naming both providers lets the query use the key of the two columns.
    where: { provider: { in: ['razorpay', 'paypal'] }, providerPaymentId: paymentId },
    include: { order: true },
  })
  const order = recorded?.order ?? (await findOrderAtRazorpay(deps, paymentId))
  if (order?.userId !== userId)
    throw new ApiError('NOT_FOUND', 'We cannot find this payment. If you have paid, please contact support.')
  return order
}

/** Asks Razorpay for the order of a payment that is not recorded yet. */
async function findOrderAtRazorpay({ database: { prisma }, providers }: Deps, paymentId: string) {
  const providerOrderId = await providerNamed(providers, 'razorpay').orderOf(paymentId)
  if (!providerOrderId) return null
  const key = { provider: 'razorpay' as const, providerOrderId }
  return prisma.order.findUnique({ where: { provider_providerOrderId: key } })
}
