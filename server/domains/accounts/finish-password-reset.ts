import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { networkField } from './network-field.ts'
import { recipientOf } from './recipient-of.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'
import { reportRemovedFactor } from './report-removed-factor.ts'
import { isUsable, type ResetDeps } from './reset-deps.ts'
import { removeUnverifiedFactor } from './second-factor/second-factor.ts'
import { hashSecret } from './secrets.ts'
import { withUser } from './with-user.ts'

const INVALID_LINK = text('This reset link is invalid or has expired. Please request a new one.')

export interface ResetFinish {
  token: string
  newPassword: string
  userName?: string
}

/**
 * Sets the password, ends every session of the account and every other reset, and removes a second factor that was
 * switched on before the address was verified. With a user name, the token must belong to that account. @throws ApiError INVALID
 */
export async function finishPasswordReset(
  deps: ResetDeps,
  { token, newPassword, userName }: ResetFinish,
  address: string,
): Promise<void> {
  const { prisma } = deps.database
  await deps.limits.consume('resetTokenByAddress', address)
  const now = new Date(deps.clock.now())
  const where = {
    tokenHash: hashSecret(token),
    ...isUsable(now),
    ...(userName ? { user: { userName } } : {}),
  }
  const found = withUser(await prisma.passwordReset.findFirst({ where, include: { user: true } }))
  if (!found) throw new ApiError('INVALID', INVALID_LINK)
  const { userId, user } = found
  await refuseWeakPassword('newPassword', newPassword, user)
  const passwordHash = await deps.passwords.hash(newPassword)
  const { sessionKeys, factorRemoved } = await prisma.$transaction(async (transaction) => {
    // The account's row is the lock: of several resets at the same instant, one finds its token still unused.
    await transaction.user.updateMany({ where: { id: userId }, data: { passwordHash } })
    const { count } = await transaction.passwordReset.updateMany({ where, data: { usedAt: now } })
    if (count === 0) throw new ApiError('INVALID', INVALID_LINK)
    await transaction.passwordReset.updateMany({
      where: { userId, usedAt: null },
      data: { usedAt: now },
    })
    return {
      sessionKeys: await deps.sessions.revokeAll(userId, transaction),
      factorRemoved: await removeUnverifiedFactor(transaction, userId),
    }
  })
  await deps.events.emit('userChanged', { userId })
  await deps.events.emit('sessionsRevoked', { userId, sessionKeys })
  deps.mails.passwordChanged(recipientOf(user))
  const event = { userId, ...networkField(address) }
  deps.securityLog.record({ event: 'authn_password_changed', ...event, reason: 'reset' })
  if (sessionKeys.length > 0)
    deps.securityLog.record({ event: 'authn_token_revoked', ...event, reason: 'password_changed' })
  if (factorRemoved) reportRemovedFactor(deps, user, address)
}
