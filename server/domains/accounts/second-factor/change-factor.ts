import type { FactorChange } from '#schema/second-factor.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Transaction } from '#server/platform/postgres/index.ts'
import type { Member } from '../member.ts'
import { recipientOf } from '../recipient-of.ts'
import { changeByOwner } from './change-by-owner.ts'
import type { FactorContext } from './factor-context.ts'
import { lockOwner } from './lock-owner.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'

const notOnError = () => new ApiError('CONFLICT', text('Two-step login is already off.'))

/** Deletes the factor, its recovery codes and the proofs of all sessions. Returns whether a factor was on. */
export async function deleteFactor(transaction: Transaction, userId: string): Promise<boolean> {
  await lockOwner(transaction, userId)
  await transaction.recoveryCode.deleteMany({ where: { userId } })
  await transaction.session.updateMany({ where: { userId }, data: { factorAt: null } })
  const confirmed = await transaction.secondFactor.count({ where: { userId, confirmedAt: { not: null } } })
  await transaction.secondFactor.deleteMany({ where: { userId } })
  return confirmed > 0
}

/**
 * Switches the factor off and mails its owner. @throws ApiError CONFLICT when none is on, INVALID,
 * SECOND_FACTOR_INVALID
 */
export async function switchOff(context: FactorContext, member: Member, proof: FactorChange): Promise<void> {
  await changeByOwner(context, member, proof, async (transaction) => {
    if (!(await deleteFactor(transaction, member.id))) throw notOnError()
  })
  context.securityLog.record({ event: 'authn_factor_removed', userId: member.id, reason: 'owner' })
  await context.events.emit('userChanged', { userId: member.id })
  const user = await context.database.prisma.user.findUnique({ where: { id: member.id } })
  if (user) context.mails.secondFactorOff(recipientOf(user))
}

/** Replaces the recovery codes and returns the new ones. @throws ApiError as `switchOff` */
export const renewRecoveryCodes = (
  context: FactorContext,
  member: Member,
  proof: FactorChange,
): Promise<string[]> =>
  changeByOwner(context, member, proof, async (transaction) => {
    const on = await transaction.secondFactor.count({
      where: { userId: member.id, confirmedAt: { not: null } },
    })
    if (on === 0) throw notOnError()
    return replaceRecoveryCodes(transaction, context.recoveryKey, member.id)
  })
