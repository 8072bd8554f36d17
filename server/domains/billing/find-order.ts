import { PAYMENT_PROVIDERS } from '#schema/billing.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { type BillingContext, notConfigured } from './settle.ts'

type Context = Pick<BillingContext, 'database' | 'providers'>

/**
 * Returns the member's order of a payment. Payments of other members are treated as unknown.
 * @throws ApiError NOT_FOUND; ProviderFailure
 */
export async function findOrderOfPayment(context: Context, userId: string, paymentId: string) {
  const recorded = await context.database.prisma.transaction.findFirst({
    // Naming the providers lets the query use the key of the two columns.
    where: { provider: { in: [...PAYMENT_PROVIDERS] }, providerPaymentId: paymentId },
    include: { order: true },
  })
  const order = recorded?.order ?? (await findOrderAtProviders(context, paymentId))
  if (order?.userId !== userId)
    throw new ApiError(
      'NOT_FOUND',
      text('We cannot find this payment. If you have paid, please contact support.'),
    )
  return order
}

/** Asks the providers that can look up payments for the order of a payment that is not recorded yet. */
async function findOrderAtProviders({ database: { prisma }, providers }: Context, paymentId: string) {
  const lookups = PAYMENT_PROVIDERS.flatMap((name) => {
    const orderOf = providers[name]?.orderOf
    return orderOf ? [{ provider: name, orderOf }] : []
  })
  if (lookups.length === 0) throw notConfigured()
  for (const { provider, orderOf } of lookups) {
    const providerOrderId = await orderOf(paymentId)
    if (providerOrderId)
      return prisma.order.findUnique({ where: { provider_providerOrderId: { provider, providerOrderId } } })
  }
  return null
}
