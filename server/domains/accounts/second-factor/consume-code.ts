import { ApiError } from '#server/platform/errors.ts'
import type { Transaction } from '#server/platform/postgres/index.ts'
import { type FactorDeps, TOTP_PURPOSE } from './factor-deps.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

export type SpentCode = 'app' | 'recovery code'

/** The account has no second factor, or the code is wrong or was used before. */
export function wrongCode() {
  const message = 'This code is not right, or it was used before. Wait for the next one, then try again.'
  return new ApiError('SECOND_FACTOR_INVALID', message, { fields: { code: message } })
}

/**
 * Accepts a code of the app or a recovery code, each once, within the caller's transaction. Of several requests with
 * one code at the same time one succeeds. @throws ApiError SECOND_FACTOR_INVALID
 */
export async function spendCode(
  { secrets, recoveryKey, clock, securityLog }: FactorDeps,
  transaction: Transaction,
  userId: string,
  code: string,
): Promise<SpentCode> {
  const now = clock.now()
  const digits = code.replaceAll(/\s/g, '')
  const spent = /^\d{6}$/.test(digits)
    ? (await spendStep()) && 'app'
    : (await spendRecoveryCode()) && 'recovery code'
  if (spent) return spent
  securityLog.record({ event: 'authn_factor_fail', userId, reason: 'wrong_code' })
  throw wrongCode()

  async function spendStep() {
    const factor = await transaction.secondFactor.findUnique({ where: { userId } })
    if (!factor?.confirmedAt) return false
    const step = stepOf(secrets.open(TOTP_PURPOSE, factor.secret), digits, now)
    if (step === null) return false
    const { count } = await transaction.secondFactor.updateMany({
      where: { userId, confirmedAt: { not: null }, lastUsedStep: { lt: step } },
      data: { lastUsedStep: step },
    })
    return count === 1
  }

  async function spendRecoveryCode() {
    const { count } = await transaction.recoveryCode.updateMany({
      where: { userId, codeHash: hashRecoveryCode(recoveryKey, code), usedAt: null },
      data: { usedAt: new Date(now) },
    })
    return count === 1
  }
}

/** Tells the owner of a recovery code that was used, and records every accepted code. After the commit. */
export async function codeAccepted(
  { database: { prisma }, mails, securityLog }: FactorDeps,
  userId: string,
  spent: SpentCode,
): Promise<void> {
  securityLog.record({ event: 'authn_factor_success', userId })
  if (spent === 'app') return
  securityLog.record({ event: 'authn_recovery_code_used', userId })
  const [user, left] = await Promise.all([
    prisma.user.findUnique({ where: { id: userId } }),
    prisma.recoveryCode.count({ where: { userId, usedAt: null } }),
  ])
  if (user) mails.recoveryCodeUsed({ email: user.userName, displayName: user.displayName, left })
}
