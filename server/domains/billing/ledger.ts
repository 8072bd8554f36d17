import { v7 as uuidv7 } from 'uuid'
import type { DomainEvents } from '#server/events.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import type { Prisma, Transaction } from '#server/platform/postgres/index.ts'
import { grantPremium, revokePremium } from './premium.ts'
import { planNamed } from './prices.ts'
import type { ProviderPayment } from './providers/provider.ts'

/** A payment never returns to a lower rank, because responses of a provider may be recorded out of order. */
const RANK = { pending: 0, failed: 1, authorized: 2, completed: 3, refunded: 4 } as const

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** How long an order without a completed payment is checked. */
const OPEN_FOR = 7 * DAY

const withPayments = { transactions: { include: { grant: true } } } as const satisfies Prisma.OrderInclude
export type LedgerOrder = Prisma.OrderGetPayload<{ include: typeof withPayments }>
type LedgerPayment = LedgerOrder['transactions'][number]

export interface RecordedPayments {
  order: LedgerOrder
  granted: DomainEvents['premiumGranted'][]
  choicesEnded: DomainEvents['premiumChoicesEnded'][]
  revoked: boolean
  /** The states that payments reached now. */
  reached: LedgerPayment['status'][]
}

/**
 * Records the payments that a provider reports for an order, in one transaction: payments, order, and the premium they
 * grant or revoke. Idempotent, and correct for reports in any order.
 */
export async function recordPayments(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  orderId: string,
  payments: readonly ProviderPayment[],
): Promise<RecordedPayments> {
  return database.prisma.$transaction(
    async (transaction) => {
      const now = new Date(clock.now())
      await transaction.$queryRaw`SELECT 1 FROM "order" WHERE id = ${orderId}::uuid FOR NO KEY UPDATE`
      const before = await read(transaction, orderId)
      const granted: DomainEvents['premiumGranted'][] = []
      const choicesEnded: DomainEvents['premiumChoicesEnded'][] = []
      let revoked = false
      for (const payment of payments) {
        const recorded = await recordPayment(transaction, before, payment)
        if (!recorded) continue
        if (recorded.status === 'completed' && !recorded.grant && isInFull(before, payment)) {
          const { choicesEnded: ended, ...grant } = await grantPlan(transaction, before, recorded, now)
          granted.push(grant)
          if (ended) choicesEnded.push(ended)
        }
        if (recorded.status === 'refunded' && recorded.grant && !recorded.grant.revokedAt) {
          await revokePremium(transaction, recorded.grant, now)
          revoked = true
        }
      }
      const after = await read(transaction, orderId)
      const status = statusOf(after.transactions)
      const nextCheck = nextCheckOf(after, status, now)
      await transaction.order.update({ where: { id: orderId }, data: { status, nextCheck } })
      return {
        order: { ...after, status, nextCheck },
        granted,
        choicesEnded,
        revoked,
        reached: reachedBetween(before, after),
      }
    },
    { maxWait: 10_000, timeout: 15_000 },
  )
}

const read = (transaction: Transaction, orderId: string): Promise<LedgerOrder> =>
  transaction.order.findUniqueOrThrow({ where: { id: orderId }, include: withPayments })

/** Returns the states of the payments that are new or changed their state. */
const reachedBetween = (before: LedgerOrder, after: LedgerOrder) =>
  after.transactions
    .filter(({ id, status }) => before.transactions.find((one) => one.id === id)?.status !== status)
    .map(({ status }) => status)

/** Returns whether a payment is the whole charge. Only then it buys the plan. */
const isInFull = (order: LedgerOrder, { money }: ProviderPayment) =>
  money.amount === order.chargedAmount && money.currency === order.chargedCurrency

/** Returns the payment in the ledger; null for a payment of zero, which the ledger does not record. */
async function recordPayment(
  transaction: Transaction,
  order: LedgerOrder,
  payment: ProviderPayment,
): Promise<LedgerPayment | null> {
  const { id, status, at } = payment
  // The amount that was paid, which differs from the price where the provider does not take that price.
  const { amount, currency } = payment.money
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
  const { userId, plan } = order
  const { amount, currency } = payment
  const given = await grantPremium(transaction, { userId, transactionId: payment.id, plan, now })
  return { userId, plan, amount, currency, ...given }
}

function statusOf(payments: readonly LedgerPayment[]): LedgerOrder['status'] {
  const has = (status: LedgerPayment['status']) => payments.some((one) => one.status === status)
  // A completed payment that differs from the charge has no grant, so its order is still to be paid.
  if (payments.some(({ status, grant }) => status === 'completed' && grant)) return 'paid'
  if (has('authorized')) return 'authorized'
  if (has('refunded')) return 'refunded'
  return has('failed') ? 'failed' : 'created'
}

/**
 * Returns when reconciliation checks the order next. Open orders, and refunded ones, which can be paid again, are checked
 * for a week, less and less often but at least every six hours. Paid ones are checked daily while their premium lasts, to
 * find refunds whose webhook was lost.
 */
function nextCheckOf(order: LedgerOrder, status: LedgerOrder['status'], now: Date): Date | null {
  if (status === 'paid') {
    const hasPremium = order.transactions.some(
      ({ grant }) => grant && !grant.revokedAt && grant.validUntil > now,
    )
    return hasPremium ? new Date(now.getTime() + DAY) : null
  }
  const age = now.getTime() - order.created.getTime()
  if (age > OPEN_FOR) return null
  return new Date(now.getTime() + Math.min(Math.max(age, 5 * MINUTE), 6 * 60 * MINUTE))
}
