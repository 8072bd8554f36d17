import { v7 as uuidv7 } from 'uuid'
import type { DomainEvents } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Prisma, Transaction } from '#server/platform/postgres/index.ts'
import { grantPremium, revokePremium } from './premium.ts'
import { planNamed } from './prices.ts'
import type { ProviderPayment } from './providers/provider.ts'

/** A payment never goes back to an earlier state: answers may be written down in another order than they were given. */
const RANK = { pending: 0, failed: 1, authorized: 2, completed: 3, refunded: 4 } as const

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const OPEN_FOR = 7 * DAY

const withPayments = { transactions: { include: { grant: true } } } as const satisfies Prisma.OrderInclude
export type LedgerOrder = Prisma.OrderGetPayload<{ include: typeof withPayments }>
type LedgerPayment = LedgerOrder['transactions'][number]

export interface RecordedPayments {
  order: LedgerOrder
  granted: DomainEvents['premiumGranted'][]
  revoked: boolean
}

/**
 * Writes down what the provider says of an order, in one transaction: payments, order, and premium given or taken
 * back with them. Anything may call it with anything the provider has said, any number of times.
 */
export async function recordPayments(
  { database, clock }: { database: Pick<Database, 'prisma'>; clock: Clock },
  orderId: string,
  payments: readonly ProviderPayment[],
): Promise<RecordedPayments> {
  return database.prisma.$transaction(
    async (transaction) => {
      const now = new Date(clock.now())
      await transaction.$queryRaw`SELECT 1 FROM "order" WHERE id = ${orderId}::uuid FOR NO KEY UPDATE`
      const before = await read(transaction, orderId)
      const granted: DomainEvents['premiumGranted'][] = []
      let revoked = false
      for (const payment of payments) {
        const booked = await recordPayment(transaction, before, payment)
        if (!booked) continue
        if (booked.status === 'completed' && !booked.grant && isInFull(before, payment))
          granted.push(await grantPlan(transaction, before, booked, now))
        if (booked.status === 'refunded' && booked.grant && !booked.grant.revokedAt) {
          await revokePremium(transaction, booked.grant, now)
          revoked = true
        }
      }
      const after = await read(transaction, orderId)
      const status = statusOf(after.transactions)
      const nextCheck = nextCheckOf(after, status, now)
      await transaction.order.update({ where: { id: orderId }, data: { status, nextCheck } })
      return { order: { ...after, status, nextCheck }, granted, revoked }
    },
    { maxWait: 10_000, timeout: 15_000 },
  )
}

const read = (transaction: Transaction, orderId: string): Promise<LedgerOrder> =>
  transaction.order.findUniqueOrThrow({ where: { id: orderId }, include: withPayments })

/** Only the whole of what was asked for buys the plan. */
const isInFull = (order: LedgerOrder, { money }: ProviderPayment) =>
  money.amount === order.chargedAmount && money.currency === order.chargedCurrency

/** Returns the payment as the ledger has it now; null for a payment of nothing, which the ledger does not record. */
async function recordPayment(
  transaction: Transaction,
  order: LedgerOrder,
  payment: ProviderPayment,
): Promise<LedgerPayment | null> {
  const { id, status, at } = payment
  // A payment of another sum than the charge is recorded as what was paid, not as the price of the plan.
  const { amount, currency } = isInFull(order, payment) ? order : payment.money
  const known = order.transactions.find(({ providerPaymentId }) => providerPaymentId === id)
  if (known && RANK[known.status] >= RANK[status]) return known
  const include = { grant: true }
  if (known) return transaction.transaction.update({ where: { id: known.id }, data: { status }, include })
  if (amount <= 0) return null
  return transaction.transaction.create({
    data: {
      id: uuidv7(),
      userId: order.userId,
      orderId: order.id,
      provider: order.provider,
      providerPaymentId: id,
      status,
      description: planNamed(order.plan).name,
      type: order.plan === 'daily' ? 'payment' : 'subscription',
      date: at,
      amount,
      currency,
    },
    include,
  })
}

async function grantPlan(transaction: Transaction, order: LedgerOrder, payment: LedgerPayment, now: Date) {
  const { userId, plan, amount, currency } = order
  const given = await grantPremium(transaction, { userId, transactionId: payment.id, plan, now })
  return { userId, plan, amount, currency, ...given }
}

function statusOf(payments: readonly LedgerPayment[]): LedgerOrder['status'] {
  const has = (status: LedgerPayment['status']) => payments.some((one) => one.status === status)
  // A completed payment of another sum than the charge has no grant, and leaves its order to be paid.
  if (payments.some(({ status, grant }) => status === 'completed' && grant)) return 'paid'
  if (has('authorized')) return 'authorized'
  if (has('refunded')) return 'refunded'
  return has('failed') ? 'failed' : 'created'
}

/**
 * When the provider is asked again by itself. An open order, and a refunded one, which may be paid once more: ever more
 * seldom for a week, at most six hours apart. A paid one: once a day while its premium lasts, for a refund that nobody
 * told of.
 */
function nextCheckOf(order: LedgerOrder, status: LedgerOrder['status'], now: Date): Date | null {
  if (status === 'paid') {
    const lasting = order.transactions.some(
      ({ grant }) => grant && !grant.revokedAt && grant.validUntil > now,
    )
    return lasting ? new Date(now.getTime() + DAY) : null
  }
  const age = now.getTime() - order.created.getTime()
  if (age > OPEN_FOR) return null
  return new Date(now.getTime() + Math.min(Math.max(age, 5 * MINUTE), 6 * 60 * MINUTE))
}
