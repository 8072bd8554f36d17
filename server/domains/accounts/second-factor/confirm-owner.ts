import type { FactorChange } from '#schema/second-factor.ts'
import type { Member } from '#server/domains/accounts/sessions.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Transaction } from '#server/platform/postgres/index.ts'
import { codeAccepted, spendCode } from './consume-code.ts'
import type { FactorDeps } from './factor-deps.ts'
import { lockOwner } from './lock-owner.ts'
import { countSessionTry, forgetSessionTries } from './session-attempts.ts'

/** Checks the password of the account. @throws ApiError INVALID */
export async function confirmPassword(
  { database: { prisma }, limits, passwords, securityLog }: FactorDeps,
  userId: string,
  password: string,
): Promise<void> {
  await limits.consume('passwordCheckByAccount', userId)
  const row = await prisma.user.findUnique({ where: { id: userId } })
  if (row && (await passwords.verify(row.passwordHash, password))) return
  securityLog.record({ event: 'authn_password_check_fail', userId, reason: 'second_factor' })
  const message = 'This is not your password.'
  throw new ApiError('INVALID', message, { fields: { password: message } })
}

/**
 * Changes the factor once its owner gave a code, or the password where no staff account is concerned: with a password
 * alone, a stolen session would shed the factor of a moderator. @throws ApiError INVALID, SECOND_FACTOR_INVALID
 */
export async function changeByOwner<Result>(
  deps: FactorDeps,
  member: Member,
  { password, code }: FactorChange,
  change: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  if (code) {
    await countSessionTry(deps, member)
    const [result, spent] = await deps.database.prisma.$transaction(async (transaction) => {
      await lockOwner(transaction, member.id)
      const accepted = await spendCode(deps, transaction, member.id, code)
      return [await change(transaction), accepted] as const
    })
    await forgetSessionTries(deps, member)
    await codeAccepted(deps, member.id, spent)
    return result
  }
  if (member.role !== 'MEMBER') {
    const message = 'Enter a code from your authenticator app, or a recovery code.'
    throw new ApiError('INVALID', message, { fields: { code: message } })
  }
  await confirmPassword(deps, member.id, password ?? '')
  return deps.database.prisma.$transaction(change)
}
