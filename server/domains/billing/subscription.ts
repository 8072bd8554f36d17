import type { SubscriptionDetails, Transaction } from '#schema/billing.ts'
import { text } from '#schema/translatable.ts'
import type { EventBus } from '#server/events.ts'
import { isPremium } from '#server/platform/account-status.ts'
import type { Clock } from '#server/platform/clock.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Database } from '#server/platform/postgres/index.ts'

/** Support can look up older payments. */
const SHOWN_TRANSACTIONS = 100

export function createSubscription(deps: {
  database: Pick<Database, 'prisma'>
  clock: Clock
  events: EventBus
}) {
  const { database, clock, events } = deps
  const { prisma } = database
  return {
    async subscription(userId: string): Promise<SubscriptionDetails> {
      const { premiumUntil, premiumCancelled } = await prisma.user.findUniqueOrThrow({
        where: { id: userId },
        select: { premiumUntil: true, premiumCancelled: true },
      })
      const premium = isPremium({ premiumUntil }, clock.now())
      return {
        isPremium: premium,
        premiumValidity: premiumUntil?.toISOString() ?? null,
        premiumCancelled: premium && premiumCancelled,
      }
    },

    async transactions(userId: string): Promise<Transaction[]> {
      const rows = await prisma.transaction.findMany({
        where: { userId },
        orderBy: [{ date: 'desc' }, { id: 'desc' }],
        take: SHOWN_TRANSACTIONS,
      })
      return rows.map(({ id, status, description, type, date, amount, currency }) => ({
        id,
        status,
        description,
        type,
        date: date.toISOString(),
        amount,
        currency,
      }))
    },

    async cancel(userId: string): Promise<void> {
      const { count } = await prisma.user.updateMany({
        where: { id: userId, premiumUntil: { gt: new Date(clock.now()) } },
        data: { premiumCancelled: true },
      })
      if (count === 0)
        throw new ApiError('CONFLICT', text('You do not have Premium, so there is nothing to cancel.'))
      await events.emit('userChanged', { userId })
    },
  }
}
