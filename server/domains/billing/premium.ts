import { v7 as uuidv7 } from 'uuid'
import type { PlanId } from '#schema/plans.ts'
import type { DomainEvents } from '#server/events.ts'
import type { Transaction } from '#server/platform/postgres/index.ts'

const HOUR = 60 * 60_000
const MONTHS: Partial<Record<PlanId, number>> = { monthly: 1, annual: 12 }
const HOURS: Partial<Record<PlanId, number>> = { daily: 24, weekly: 7 * 24 }

/** Returns the end of a plan. Months follow the calendar: a month from 31 January ends on the last day of February. */
export function planEnd(plan: PlanId, from: Date): Date {
  const hours = HOURS[plan]
  if (hours !== undefined) return new Date(from.getTime() + hours * HOUR)
  const end = new Date(from)
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + (MONTHS[plan] ?? 0))
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return end
}

const later = (a: Date, b: Date) => (a > b ? a : b)

/** Locks the member's premium until the transaction ends. */
export async function lockMember(transaction: Transaction, userId: string) {
  await transaction.$queryRaw`SELECT 1 FROM "user" WHERE id = ${userId}::uuid FOR NO KEY UPDATE`
  return transaction.user.findUniqueOrThrow({
    where: { id: userId },
    select: { premiumUntil: true, nearBy: true, filterByGender: true, userName: true, displayName: true },
  })
}

type LockedMember = Awaited<ReturnType<typeof lockMember>>

/**
 * Gives a locked member premium until `until`, and so takes back a cancellation. Choices that needed the premium that has
 * ended do not return. Returns the event that tells the member so; null when no choice was left.
 */
export async function extendPremium(
  transaction: Transaction,
  member: LockedMember & { userId: string },
  { until, now }: { until: Date; now: Date },
): Promise<DomainEvents['premiumChoicesEnded'] | null> {
  const { userId, premiumUntil, nearBy, filterByGender } = member
  const hasLapsed = premiumUntil !== null && premiumUntil <= now && (nearBy || filterByGender !== null)
  await transaction.user.update({
    where: { id: userId },
    data: {
      premiumUntil: until,
      premiumCancelled: false,
      ...(hasLapsed ? { nearBy: false, filterByGender: null } : {}),
    },
  })
  return hasLapsed ? { userId, premiumUntil } : null
}

/** Adds a plan to the member's remaining premium. The unique key on the payment allows one grant per payment. */
export async function grantPremium(
  transaction: Transaction,
  grant: { userId: string; transactionId: string; plan: PlanId; now: Date },
) {
  const member = await lockMember(transaction, grant.userId)
  const validFrom = later(member.premiumUntil ?? grant.now, grant.now)
  const validUntil = planEnd(grant.plan, validFrom)
  await transaction.premiumGrant.create({
    data: {
      id: uuidv7(),
      userId: grant.userId,
      transactionId: grant.transactionId,
      plan: grant.plan,
      validFrom,
      validUntil,
      created: grant.now,
    },
  })
  const choicesEnded = await extendPremium(
    transaction,
    { ...member, userId: grant.userId },
    { until: validUntil, now: grant.now },
  )
  return { until: validUntil, email: member.userName, displayName: member.displayName, choicesEnded }
}

/** Revokes the unused part of a grant. Later grants move forward by the same time. */
export async function revokePremium(
  transaction: Transaction,
  grant: { id: string; userId: string; validFrom: Date; validUntil: Date },
  now: Date,
): Promise<void> {
  const { premiumUntil } = await lockMember(transaction, grant.userId)
  // A concurrent revocation may have moved the grant since it was read.
  const { validFrom, validUntil } = await transaction.premiumGrant.findUniqueOrThrow({
    where: { id: grant.id },
  })
  const unused = Math.max(0, validUntil.getTime() - later(validFrom, now).getTime())
  await transaction.premiumGrant.update({ where: { id: grant.id }, data: { revokedAt: now } })
  if (unused === 0 || !premiumUntil) return
  const by = `${unused} milliseconds`
  await transaction.$executeRaw`
    UPDATE premium_grant
    SET valid_from = valid_from - ${by}::interval, valid_until = valid_until - ${by}::interval
    WHERE user_id = ${grant.userId}::uuid AND valid_from >= ${validUntil} AND id <> ${grant.id}::uuid`
  await transaction.user.update({
    where: { id: grant.userId },
    data: { premiumUntil: new Date(premiumUntil.getTime() - unused) },
  })
}
