import { PAYMENT_PROVIDERS } from '#schema/billing.ts'
import { type Text, text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { LedgerOrder } from './ledger.ts'
import { ProviderFailure } from './providers/provider.ts'
import { definitionOf } from './providers/registry.ts'
import { type BillingContext, type OpenOrder, settle } from './settle.ts'

const HOUR = 60 * 60_000

/** The longest time that an undecided payment of any provider prevents another one, in milliseconds. */
const LONGEST_UNDECIDED = Math.max(...PAYMENT_PROVIDERS.map((name) => definitionOf(name).undecidedFor))
/** An order younger than this may have a payment that is not recorded yet. The card checkout is open for 10 minutes. */
const RECENT = HOUR
const MAX_CHECKED = 10

/** The statuses with which a provider refuses a valid request. Any other failure means that it cannot be reached. */
const REFUSALS: readonly (number | null)[] = [400, 404, 422]

const UNDECIDED = ['pending', 'authorized'] as const

/**
 * Refuses a second payment while an earlier one of the member is undecided, or when this check finds that it was
 * completed. An order without a payment attempt prevents nothing.
 * @throws ApiError EARLIER_PAYMENT; ProviderFailure when the provider cannot be reached
 */
export async function assertNoEarlierPayment(context: BillingContext, userId: string): Promise<void> {
  const { clock, providers } = context
  const { prisma } = context.database
  const now = clock.now()
  const open = await prisma.order.findMany({
    where: {
      userId,
      status: { not: 'paid' },
      created: { gt: new Date(now - LONGEST_UNDECIDED) },
      OR: [
        { created: { gt: new Date(now - RECENT) } },
        { transactions: { some: { status: { in: [...UNDECIDED] } } } },
      ],
    },
    orderBy: [{ created: 'desc' }, { id: 'desc' }],
    take: MAX_CHECKED,
  })
  const configured = open.filter(({ provider }) => providers[provider] !== null)
  for (const order of await Promise.all(configured.map((one) => latestState(context, one)))) {
    const completed = order.transactions.find(({ status, grant }) => status === 'completed' && grant)
    if (completed) throw earlierPayment(completed.providerPaymentId, COMPLETED)
    const undecided = order.transactions.find(
      ({ status, date }) =>
        isUndecided(status) && date.getTime() > now - definitionOf(order.provider).undecidedFor,
    )
    if (undecided) throw earlierPayment(undecided.providerPaymentId, PROCESSING)
  }
}

const PROCESSING = text('Your earlier payment is still being processed. Please do not pay again.')
const COMPLETED = text('Your earlier payment has just been completed. You do not need to pay again.')

const isUndecided = (status: LedgerOrder['transactions'][number]['status']) =>
  UNDECIDED.some((one) => one === status)

const earlierPayment = (paymentId: string, message: Text) =>
  new ApiError('EARLIER_PAYMENT', message, { paymentId })

/** Settles the order with its provider. A refusal to capture an approved payment is in the ledger already. */
async function latestState(context: BillingContext, order: OpenOrder): Promise<LedgerOrder> {
  try {
    return await settle(context, order, { capture: true })
  } catch (error) {
    const isRefusal = error instanceof ProviderFailure && REFUSALS.some((status) => status === error.status)
    if (!isRefusal) throw error
    return context.database.prisma.order.findUniqueOrThrow({
      where: { id: order.id },
      include: { transactions: { include: { grant: true } } },
    })
  }
}
