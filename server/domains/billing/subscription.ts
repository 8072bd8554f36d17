import type { SubscriptionDetails, Transaction } from '#schema/billing.ts'
import { text } from '#schema/translatable.ts'
import { isPremium } from '#server/platform/account-status.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/open-platform.ts'

/** Support can look up older payments. */
const SHOWN_TRANSACTIONS = 100

/** Returns whether the member has premium, until when, and whether they cancelled it. */
export async function readSubscription(
  { database: { prisma }, clock }: Pick<Platform, 'database' | 'clock'>,
  userId: string,
): Promise<SubscriptionDetails> {
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
}

/** Returns the member's latest hundred payments, the latest first. */
export async function listTransactions(
  { database: { prisma } }: Pick<Platform, 'database'>,
  userId: string,
): Promise<Transaction[]> {
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
}

/** Cancels premium, which stays active until its end. Idempotent. @throws ApiError CONFLICT without premium */
export async function cancelPremium(
  { database: { prisma }, clock, events }: Pick<Platform, 'database' | 'clock' | 'events'>,
  userId: string,
): Promise<void> {
  const { count } = await prisma.user.updateMany({
    where: { id: userId, premiumUntil: { gt: new Date(clock.now()) } },
    data: { premiumCancelled: true },
  })
  if (count === 0)
    throw new ApiError('CONFLICT', text('You do not have Premium, so there is nothing to cancel.'))
  await events.emit('userChanged', { userId })
}
