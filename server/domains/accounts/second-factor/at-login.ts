import { createHash } from 'node:crypto'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Transaction, UserModel } from '#server/platform/postgres/index.ts'
import { type AcceptedCode, consumeCode, recordAcceptedCode } from './consume-code.ts'
import type { FactorContext } from './factor-context.ts'

/**
 * Only a caller who knows the password gets here. Attempts are counted by account and password, so a new password gives the
 * owner further ones, and by account, because a caller who reads the owner's mail can set new passwords all day.
 */
const attemptKey = ({ id, passwordHash }: UserModel) =>
  `${id}:${createHash('sha256').update(passwordHash).digest('base64url').slice(0, 16)}`

/** Counts an attempt before its code is checked, so concurrent attempts cannot pass the limit. @throws ApiError RATE_LIMITED */
export async function countLoginAttempt({ limits }: FactorContext, user: UserModel): Promise<void> {
  await limits.consume('factorAtLogin', attemptKey(user))
  await limits.consume('factorAtLoginADay', attemptKey(user))
  await limits.consume('factorAtLoginByAccountADay', user.id)
}

/** Forgets the counted attempts of a login, logs its code and mails the owner of a used recovery code. Runs after the commit. */
export async function acceptAtLogin(
  context: FactorContext,
  user: UserModel,
  accepted: AcceptedCode,
): Promise<void> {
  const { limits } = context
  await limits.forget('factorAtLogin', attemptKey(user))
  await limits.forget('factorAtLoginADay', attemptKey(user))
  await limits.forget('factorAtLoginByAccountADay', user.id)
  await recordAcceptedCode(context, user.id, accepted)
}

/**
 * Checks the second factor of a login whose password was right, within the login's transaction. Returns null when the
 * account has none. @throws ApiError SECOND_FACTOR_REQUIRED without a code, SECOND_FACTOR_INVALID for a wrong one
 */
export async function checkAtLogin(
  context: FactorContext,
  transaction: Transaction,
  user: UserModel,
  code: string | undefined,
): Promise<AcceptedCode | null> {
  const factor = await transaction.secondFactor.findUnique({ where: { userId: user.id } })
  if (!factor?.confirmedAt) return null
  if (!code) throw new ApiError('SECOND_FACTOR_REQUIRED', text('Enter the code from your authenticator app.'))
  return consumeCode(context, transaction, user.id, code)
}
