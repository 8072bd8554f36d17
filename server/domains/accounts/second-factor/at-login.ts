import { createHash } from 'node:crypto'
import { ApiError } from '#server/platform/errors.ts'
import type { Transaction, UserModel } from '#server/platform/postgres/index.ts'
import { type SpentCode, spendCode } from './consume-code.ts'
import type { FactorDeps } from './factor-deps.ts'

/**
 * Tries are counted for the account with its present password: only a caller who knows that password gets here, and
 * an owner who chooses a new one starts with a clean count.
 */
const triesOf = ({ id, passwordHash }: UserModel) =>
  `${id}:${createHash('sha256').update(passwordHash).digest('base64url').slice(0, 16)}`

/** Counts a try before it is looked at, so that many at once are no more than a few. @throws ApiError RATE_LIMITED */
export async function countLoginTry({ limits }: FactorDeps, user: UserModel): Promise<void> {
  await limits.consume('factorAtLogin', triesOf(user))
  await limits.consume('factorAtLoginADay', triesOf(user))
}

export async function forgetLoginTries({ limits }: FactorDeps, user: UserModel): Promise<void> {
  await limits.forget('factorAtLogin', triesOf(user))
  await limits.forget('factorAtLoginADay', triesOf(user))
}

/**
 * Checks the second factor of a login whose password was right, within the login's transaction. Returns null for an
 * account without one. @throws ApiError SECOND_FACTOR_REQUIRED without a code, SECOND_FACTOR_INVALID for a wrong one
 */
export async function checkAtLogin(
  deps: FactorDeps,
  transaction: Transaction,
  user: UserModel,
  code: string | undefined,
): Promise<SpentCode | null> {
  const factor = await transaction.secondFactor.findUnique({ where: { userId: user.id } })
  if (!factor?.confirmedAt) return null
  if (!code) throw new ApiError('SECOND_FACTOR_REQUIRED', 'Enter the code from your authenticator app.')
  return spendCode(deps, transaction, user.id, code)
}
