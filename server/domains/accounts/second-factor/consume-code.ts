import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Transaction } from '#server/platform/postgres/index.ts'
import { recipientOf } from '../recipient-of.ts'
import type { FactorContext } from './factor-context.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { openTotpSecret } from './sealed-secret.ts'
import { stepOf } from './totp.ts'

export type AcceptedCode = 'app' | 'recovery code'

/** One error for three causes: the account has no second factor, the code is wrong, or it was used before. */
export function wrongCode() {
  const message = text(
    'This code is not right, or it was used before. Wait for the next one, then try again.',
  )
  return new ApiError('SECOND_FACTOR_INVALID', message, { fields: { code: message } })
}

/**
 * Accepts a code of the app or a recovery code, each once, within the caller's transaction. Of concurrent requests with
 * the same code, one succeeds. @throws ApiError SECOND_FACTOR_INVALID
 */
export async function consumeCode(
  { secrets, recoveryKey, clock, securityLog }: FactorContext,
  transaction: Transaction,
  userId: string,
  code: string,
): Promise<AcceptedCode> {
  const now = clock.now()
  const digits = code.replaceAll(/\s/g, '')
  const accepted = /^\d{6}$/.test(digits)
    ? (await consumeStep()) && 'app'
    : (await consumeRecoveryCode()) && 'recovery code'
  if (accepted) return accepted
  securityLog.record({ event: 'authn_factor_fail', userId, reason: 'wrong_code' })
  throw wrongCode()

  async function consumeStep() {
    const factor = await transaction.secondFactor.findUnique({ where: { userId } })
    if (!factor?.confirmedAt) return false
    const { secret, renewed } = openTotpSecret(secrets, userId, factor.secret)
    const step = stepOf(secret, digits, now)
    if (step === null) return false
    const { count } = await transaction.secondFactor.updateMany({
      where: { userId, confirmedAt: { not: null }, lastUsedStep: { lt: step } },
      data: { lastUsedStep: step, ...(renewed && { secret: renewed }) },
    })
    return count === 1
  }

  async function consumeRecoveryCode() {
    const { count } = await transaction.recoveryCode.updateMany({
      where: { userId, codeHash: hashRecoveryCode(recoveryKey, code), usedAt: null },
      data: { usedAt: new Date(now) },
    })
    return count === 1
  }
}

/** Logs an accepted code, and mails the owner when it was a recovery code. Runs after the commit. */
export async function recordAcceptedCode(
  { database: { prisma }, mails, securityLog }: FactorContext,
  userId: string,
  accepted: AcceptedCode,
): Promise<void> {
  securityLog.record({ event: 'authn_factor_success', userId })
  if (accepted === 'app') return
  securityLog.record({ event: 'authn_recovery_code_used', userId })
  const [user, left] = await Promise.all([
    prisma.user.findUnique({ where: { id: userId } }),
    prisma.recoveryCode.count({ where: { userId, usedAt: null } }),
  ])
  if (user) mails.recoveryCodeUsed({ ...recipientOf(user), left })
}
