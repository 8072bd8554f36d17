import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { AccountContext } from './account-context.ts'
import { networkField } from './network-field.ts'
import { recipientOf } from './recipient-of.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'
import { reportRemovedFactor } from './report-removed-factor.ts'
import { removeUnverifiedFactor } from './second-factor/remove-unverified-factor.ts'
import { hashSecret } from './secrets.ts'
import { withUser } from './with-user.ts'

const INVALID_LINK = text('This reset link is invalid or has expired. Please request a new one.')

export interface ResetFinish {
  token: string
  newPassword: string
  userName?: string
}

/** Matches resets that are neither used nor expired. */
const isUsable = (now: Date) => ({ usedAt: null, expires: { gt: now } })

/** Returns whether the token can still set a password. @throws ApiError RATE_LIMITED */
export async function isResetValid(
  { database: { prisma }, clock, limits }: Pick<AccountContext, 'database' | 'clock' | 'limits'>,
  token: string,
  address: string,
): Promise<boolean> {
  await limits.consume('resetTokenByAddress', address)
  const found = await prisma.passwordReset.findFirst({
    where: { tokenHash: hashSecret(token), ...isUsable(new Date(clock.now())) },
  })
  return found !== null
}

/**
 * Sets the password, ends every session of the account and every other reset, and removes its passkeys: the owner resets a
 * password also to get a stranger out, who may have added one. Removes a second factor that was switched on before the
 * address was verified. With a user name, the token must belong to that account.
 * @throws ApiError INVALID, RATE_LIMITED
 */
export async function finishPasswordReset(
  context: AccountContext,
  { token, newPassword, userName }: ResetFinish,
  address: string,
): Promise<void> {
  const { prisma } = context.database
  await context.limits.consume('resetTokenByAddress', address)
  const now = new Date(context.clock.now())
  const where = {
    tokenHash: hashSecret(token),
    ...isUsable(now),
    ...(userName ? { user: { userName } } : {}),
  }
  const found = withUser(await prisma.passwordReset.findFirst({ where, include: { user: true } }))
  if (!found) throw new ApiError('INVALID', INVALID_LINK)
  const { userId, user } = found
  await refuseWeakPassword('newPassword', newPassword, user)
  const passwordHash = await context.passwords.hash(newPassword)
  const { sessionKeys, factorRemoved, passkeysRemoved } = await prisma.$transaction(async (transaction) => {
    // The account's row is the lock: of several resets at the same instant, one finds its token still unused.
    await transaction.user.updateMany({ where: { id: userId }, data: { passwordHash } })
    const { count } = await transaction.passwordReset.updateMany({ where, data: { usedAt: now } })
    if (count === 0) throw new ApiError('INVALID', INVALID_LINK)
    await transaction.passwordReset.updateMany({
      where: { userId, usedAt: null },
      data: { usedAt: now },
    })
    const passkeys = await transaction.passkey.deleteMany({ where: { userId } })
    return {
      passkeysRemoved: passkeys.count > 0,
      sessionKeys: await context.sessions.revokeAll(userId, transaction),
      factorRemoved: await removeUnverifiedFactor(transaction, userId),
    }
  })
  await context.events.emit('userChanged', { userId })
  await context.events.emit('sessionsRevoked', { userId, sessionKeys })
  context.mails.passwordChanged(recipientOf(user))
  const event = { userId, ...networkField(address) }
  context.securityLog.record({ event: 'authn_password_changed', ...event, reason: 'reset' })
  if (sessionKeys.length > 0)
    context.securityLog.record({ event: 'authn_token_revoked', ...event, reason: 'password_changed' })
  if (passkeysRemoved) {
    context.securityLog.record({ event: 'authn_passkey_removed', ...event, reason: 'password_changed' })
    context.mails.passkeysRemoved(recipientOf(user))
  }
  if (factorRemoved) reportRemovedFactor(context, user, address)
}
