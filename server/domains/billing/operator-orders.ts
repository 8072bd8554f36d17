import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { type BillingContext, settle } from './settle.ts'

/** An order with its payments and the premium that they granted, for the operator. Amounts are in hundredths. */
export interface OperatorOrder {
  id: string
  userId: string
  provider: string
  status: string
  plan: string
  amount: number
  currency: string
  created: Date
  nextCheck: Date | null
  payments: {
    id: string
    status: string
    date: Date
    amount: number
    currency: string
    premium: { from: Date; until: Date; revokedAt: Date | null } | null
  }[]
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Finds an order by its id, its id at the provider, or the id of a payment. @throws ApiError NOT_FOUND */
export async function findOrder(
  { database: { prisma } }: Pick<Platform, 'database'>,
  reference: string,
): Promise<OperatorOrder> {
  const ids = UUID.test(reference) ? [{ id: reference }] : []
  const order = await prisma.order.findFirst({
    where: {
      OR: [
        ...ids,
        { providerOrderId: reference },
        { transactions: { some: { providerPaymentId: reference } } },
      ],
    },
    include: { transactions: { include: { grant: true }, orderBy: { date: 'asc' } } },
  })
  if (!order)
    throw new ApiError('NOT_FOUND', text('There is no order and no payment {reference}.', { reference }))
  const { id, userId, provider, status, plan, amount, currency, created, nextCheck } = order
  return {
    id,
    userId,
    provider,
    status,
    plan,
    amount,
    currency,
    created,
    nextCheck,
    payments: order.transactions.map(({ grant, providerPaymentId, ...payment }) => ({
      id: providerPaymentId,
      status: payment.status,
      date: payment.date,
      amount: payment.amount,
      currency: payment.currency,
      premium: grant && { from: grant.validFrom, until: grant.validUntil, revokedAt: grant.revokedAt },
    })),
  }
}

/** Asks the provider about the order now. @throws ApiError NOT_FOUND, UNAVAILABLE; ProviderFailure */
export async function checkOrder(context: BillingContext, orderId: string): Promise<OperatorOrder> {
  const order = await context.database.prisma.order.findUniqueOrThrow({ where: { id: orderId } })
  await settle(context, order, { capture: true })
  return findOrder(context, orderId)
}

/** Returns how many orders wait for a check that is due, and how many for a later one. */
export async function countWaitingOrders({ database: { prisma } }: Pick<Platform, 'database'>, now: Date) {
  const [due, later] = await Promise.all([
    prisma.order.count({ where: { nextCheck: { lte: now } } }),
    prisma.order.count({ where: { nextCheck: { gt: now } } }),
  ])
  return { due, later }
}
