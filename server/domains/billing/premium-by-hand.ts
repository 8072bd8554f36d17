import { v7 as uuidv7 } from 'uuid'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { extendPremium, lockMember, revokePremium } from './premium.ts'

const DAY = 24 * 60 * 60_000

/** Days are added to the premium that the member has. */
export type PremiumEnd = { days: number } | { until: Date }

/** Adds premium without a payment. Returns its end. @throws ApiError CONFLICT when the member has it for longer */
export async function grantByHand(
  { database: { prisma }, clock, events }: Pick<Platform, 'database' | 'clock' | 'events'>,
  userId: string,
  end: PremiumEnd,
  reason: string,
): Promise<{ until: Date }> {
  const { until, choicesEnded } = await prisma.$transaction(async (transaction) => {
    const member = await lockMember(transaction, userId)
    const { premiumUntil } = member
    const now = new Date(clock.now())
    const validFrom = premiumUntil && premiumUntil > now ? premiumUntil : now
    const validUntil = 'until' in end ? end.until : new Date(validFrom.getTime() + end.days * DAY)
    if (validUntil <= validFrom) {
      const until = validFrom.toISOString()
      throw new ApiError('CONFLICT', text('This account has premium until {until} already.', { until }))
    }
    await transaction.premiumGrant.create({
      data: { id: uuidv7(), userId, reason, validFrom, validUntil, created: now },
    })
    const premium = { until: validUntil, now }
    const choicesEnded = await extendPremium(transaction, { ...member, userId }, premium)
    return { until: validUntil, choicesEnded }
  })
  await events.emit('userChanged', { userId })
  if (choicesEnded) await events.emit('premiumChoicesEnded', choicesEnded)
  return { until }
}

/**
 * Revokes what is left of the premium that was granted by hand. Paid premium ends with a refund. Returns how many grants it
 * revoked.
 */
export async function revokeByHand(
  { database: { prisma }, clock, events }: Pick<Platform, 'database' | 'clock' | 'events'>,
  userId: string,
): Promise<number> {
  const count = await prisma.$transaction(async (transaction) => {
    await lockMember(transaction, userId)
    const now = new Date(clock.now())
    const grants = await transaction.premiumGrant.findMany({
      where: { userId, transactionId: null, revokedAt: null, validUntil: { gt: now } },
      // The latest first, so revoking one does not move those that follow.
      orderBy: { validFrom: 'desc' },
    })
    for (const grant of grants) await revokePremium(transaction, grant, now)
    return grants.length
  })
  if (count > 0) await events.emit('userChanged', { userId })
  return count
}
