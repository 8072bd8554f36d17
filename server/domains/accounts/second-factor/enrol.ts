import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { confirmPassword } from '../confirm-password.ts'
import type { Member } from '../member.ts'
import { recipientOf } from '../recipient-of.ts'
import { tokenHashOf } from '../sessions/session-keys.ts'
import { wrongCode } from './consume-code.ts'
import type { FactorContext } from './factor-context.ts'
import { lockOwner } from './lock-owner.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { openTotpSecret, sealTotpSecret } from './sealed-secret.ts'
import { countSessionAttempt, forgetSessionAttempts } from './session-attempts.ts'
import { newTotpSecret, stepOf, type TotpSetup, totpSetup } from './totp.ts'

/** How long an enrolment can be confirmed after its start, in milliseconds. */
const CONFIRM_WITHIN = 60 * 60_000

const alreadyOnError = () =>
  new ApiError('CONFLICT', text('Two-step login is already on. To use another app, switch it off first.'))

/**
 * A caller who registered a stranger's address could otherwise lock its owner out: a new password keeps the factor.
 * @throws ApiError EMAIL_NOT_VERIFIED
 */
function refuseUnverified({ emailVerified }: Member): void {
  if (emailVerified) return
  throw new ApiError(
    'EMAIL_NOT_VERIFIED',
    text('Please verify your email address before you switch on two-step login.'),
  )
}

/**
 * Starts an enrolment, which replaces one that was never confirmed. Nothing changes for the account until
 * `confirmEnrolment`. @throws ApiError EMAIL_NOT_VERIFIED; INVALID for a wrong password; CONFLICT when
 * a factor is on
 */
export async function beginEnrolment(
  context: FactorContext,
  member: Member,
  password: string,
): Promise<TotpSetup> {
  refuseUnverified(member)
  await confirmPassword(context, member.id, password, 'second_factor')
  const { clock, secrets } = context
  const secret = newTotpSecret()
  const { rowCount, rows } = await context.database.pool.query<{ email: string }>(
    `INSERT INTO second_factor (user_id, secret, created)
     SELECT id, $2, $3 FROM "user" WHERE id = $1 AND erased_at IS NULL
     ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created = excluded.created, last_used_step = 0
       WHERE second_factor.confirmed_at IS NULL
     RETURNING (SELECT user_name FROM "user" WHERE id = $1) AS email`,
    [member.id, sealTotpSecret(secrets, member.id, secret), new Date(clock.now())],
  )
  if (!rowCount) throw alreadyOnError()
  return totpSetup(secret, rows[0]?.email ?? '')
}

/**
 * Switches the factor on with one code of the new app, ends every other session of the account, and returns the
 * recovery codes, which are shown once. @throws ApiError SECOND_FACTOR_INVALID, CONFLICT, RATE_LIMITED
 */
export async function confirmEnrolment(
  context: FactorContext,
  member: Member,
  code: string,
): Promise<string[]> {
  refuseUnverified(member)
  await countSessionAttempt(context, member)
  const now = new Date(context.clock.now())
  const { codes, sessionKeys, user } = await context.database.prisma.$transaction(async (transaction) => {
    // Logins lock the same row, so no login without a code completes after this.
    await lockOwner(transaction, member.id)
    const factor = await transaction.secondFactor.findUnique({
      where: { userId: member.id },
      include: { user: true },
    })
    if (factor?.confirmedAt) throw alreadyOnError()
    if (!factor || now.getTime() - factor.created.getTime() > CONFIRM_WITHIN)
      throw new ApiError('CONFLICT', text('This QR code is no longer valid. Please start again.'))
    const { secret } = openTotpSecret(context.secrets, member.id, factor.secret)
    const step = stepOf(secret, code.replaceAll(/\s/g, ''), now.getTime())
    if (step === null) {
      context.securityLog.record({ event: 'authn_factor_fail', userId: member.id, reason: 'enrolment' })
      throw wrongCode()
    }
    await transaction.secondFactor.update({
      where: { userId: member.id },
      data: { confirmedAt: now, lastUsedStep: step },
    })
    const ended = await context.sessions.revokeAll(member.id, transaction, member.sessionKey)
    await transaction.session.updateMany({
      where: { tokenHash: tokenHashOf(member.sessionKey) },
      data: { factorAt: now },
    })
    return {
      codes: await replaceRecoveryCodes(transaction, context.recoveryKey, member.id),
      sessionKeys: ended,
      user: factor.user,
    }
  })
  await forgetSessionAttempts(context, member)
  context.securityLog.record({ event: 'authn_factor_enrolled', userId: member.id })
  await context.events.emit('userChanged', { userId: member.id })
  await context.events.emit('sessionsRevoked', { userId: member.id, sessionKeys })
  context.mails.secondFactorOn(recipientOf(user))
  return codes
}
