import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { UserModel } from '#server/platform/postgres/index.ts'
import type { AccountContext } from '../account-context.ts'
import { reopen, scheduleErasure } from '../closing.ts'
import { recipientOf } from '../recipient-of.ts'
import { mailResetLink } from '../request-password-reset.ts'
import { mailVerificationLink } from '../resend-verification.ts'

/** Schedules the erasure as a request of the owner does. @throws ApiError NOT_FOUND, CONFLICT when it is requested already */
export async function requestErasure(context: AccountContext, userId: string): Promise<{ eraseAfter: Date }> {
  const row = await readAccount(context, userId)
  if (row.eraseAfter)
    throw new ApiError('CONFLICT', text('The erasure of this account is requested already.'))
  return scheduleErasure(context, row)
}

/** Opens the account again and mails its owner. @throws ApiError NOT_FOUND, CONFLICT without a request */
export async function cancelErasure(context: AccountContext, userId: string): Promise<void> {
  const { clock, database, events, mails, tombstones } = context
  const row = await readAccount(context, userId)
  if (!row.eraseAfter) throw new ApiError('CONFLICT', text('No erasure has been requested for this account.'))
  const opening = await database.prisma.$transaction(async (transaction) => {
    const done = await reopen(transaction, row)
    // Without this entry, a restore would close the account again.
    if (done?.reopened)
      await tombstones.record({ kind: 'reopened', at: new Date(clock.now()).toISOString(), userId })
    return done
  })
  if (!opening) throw new ApiError('NOT_FOUND', text('This account was erased.'))
  await events.emit('userChanged', { userId })
  mails.deletionCancelled(recipientOf(row))
}

/** Mails a new verification link. @throws ApiError NOT_FOUND, CONFLICT when the address is verified */
export async function mailVerification(context: AccountContext, userId: string): Promise<void> {
  const row = await readAccount(context, userId)
  if (row.emailVerified)
    throw new ApiError('CONFLICT', text('The address of this account is verified already.'))
  await mailVerificationLink(context, row)
}

/** Mails a reset link and code. @throws ApiError NOT_FOUND */
export async function mailPasswordReset(context: AccountContext, userId: string): Promise<void> {
  await mailResetLink(context, await readAccount(context, userId))
}

async function readAccount({ database: { prisma } }: AccountContext, userId: string): Promise<UserModel> {
  const row = await prisma.user.findFirst({ where: { id: userId, erasedAt: null } })
  if (!row) throw new ApiError('NOT_FOUND', text('There is no such account.'))
  return row
}
