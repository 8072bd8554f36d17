import type { FactorChange } from '#schema/second-factor.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Transaction } from '#server/platform/postgres/index.ts'
import { confirmPassword } from '../confirm-password.ts'
import type { Member } from '../member.ts'
import { consumeCode, recordAcceptedCode } from './consume-code.ts'
import type { FactorContext } from './factor-context.ts'
import { lockOwner } from './lock-owner.ts'
import { countSessionAttempt, forgetSessionAttempts } from './session-attempts.ts'

/**
 * Changes the factor after its owner proved themselves with a code. Members may use the password instead; staff may not,
 * because a stolen session with a known password could then remove the factor. @throws ApiError INVALID, SECOND_FACTOR_INVALID
 */
export async function changeByOwner<Result>(
  context: FactorContext,
  member: Member,
  { password, code }: FactorChange,
  change: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  if (code) {
    await countSessionAttempt(context, member)
    const [result, acceptedCode] = await context.database.prisma.$transaction(async (transaction) => {
      await lockOwner(transaction, member.id)
      const consumed = await consumeCode(context, transaction, member.id, code)
      return [await change(transaction), consumed] as const
    })
    await forgetSessionAttempts(context, member)
    await recordAcceptedCode(context, member.id, acceptedCode)
    return result
  }
  if (member.role !== 'MEMBER') {
    const message = text('Enter a code from your authenticator app, or a recovery code.')
    throw new ApiError('INVALID', message, { fields: { code: message } })
  }
  await confirmPassword(context, member.id, password ?? '', 'second_factor')
  return context.database.prisma.$transaction(async (transaction) => {
    await lockOwner(transaction, member.id)
    return change(transaction)
  })
}
