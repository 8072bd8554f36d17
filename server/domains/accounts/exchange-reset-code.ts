import { timingSafeEqual } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { ResetCode } from '#schema/password.ts'
import { type Sentence, text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { AccountContext } from './account-context.ts'
import { withMinimumResponseTime } from './minimum-response-time.ts'
import { networkField } from './network-field.ts'
import { hashSecret, newSecret, normalizeCode } from './secrets.ts'

/** How long the token lives, in milliseconds. */
const LIFETIME = 15 * 60_000
const INVALID_CODE = text('Invalid reset code or username')
const TOO_MANY_ATTEMPTS = text('This code was tried too often. Please request a new one.')

type Context = Pick<AccountContext, 'database' | 'clock' | 'limits' | 'securityLog'>

/**
 * Exchanges the code of a mail for a token, once. Wrong attempts never invalidate the code, so neither typing errors nor
 * strangers can use it up; it is accepted until it expires or a new one is sent. Guessing is infeasible because a code has
 * 50 random bits and `resetCodeByAddress` limits the attempts of a network.
 *
 * @throws ApiError INVALID, with the same messages whether or not the account exists; RATE_LIMITED
 */
export async function exchangeResetCode(
  context: Context,
  input: ResetCode,
  address: string,
): Promise<string> {
  await context.limits.consume('resetCodeByAddress', address)
  const now = new Date(context.clock.now())
  const { match, userId, message } = await withMinimumResponseTime(() =>
    findReset(context, input, { address, now }),
  )
  const fail = (reason: Sentence) => {
    context.securityLog.record({ event: 'authn_reset_code_fail', userId, ...networkField(address) })
    return new ApiError('INVALID', reason)
  }
  if (!match) throw fail(message)
  const token = newSecret()
  await context.database.prisma.$transaction(async (transaction) => {
    const { count } = await transaction.passwordReset.updateMany({
      where: { id: match.id, codeHash: { not: null } },
      data: { codeHash: null },
    })
    if (count === 0) throw fail(INVALID_CODE)
    await transaction.passwordReset.create({
      data: {
        id: uuidv7(),
        userId: match.userId,
        tokenHash: hashSecret(token),
        expires: new Date(now.getTime() + LIFETIME),
      },
    })
  })
  return token
}

/** Resets the count of wrong attempts of this network, whether or not the address has an account. */
export const forgetCodeAttempts = (limits: Context['limits'], userName: string, address: string) =>
  limits.forget('resetCodeTry', attemptKey(userName, address))

const attemptKey = (userName: string, address: string) => `${userName} ${networkOf(address) ?? address}`

/** Returns the reset that the code belongs to. Otherwise counts a wrong attempt and returns the message for the caller. */
async function findReset(
  { database, limits }: Context,
  { userName, resetCode }: ResetCode,
  { address, now }: { address: string; now: Date },
) {
  const rows = await database.prisma.passwordReset.findMany({
    where: { codeHash: { not: null }, usedAt: null, expires: { gt: now }, user: { userName } },
    select: { id: true, userId: true, codeHash: true },
  })
  const given = hashSecret(normalizeCode(resetCode))
  const match = rows.find(({ codeHash }) => codeHash && timingSafeEqual(codeHash, given))
  const userId = rows[0]?.userId
  if (match) return { match, userId, message: INVALID_CODE }
  const isWithin = await limits.tryConsume('resetCodeTry', attemptKey(userName, address))
  return { match: undefined, userId, message: isWithin ? INVALID_CODE : TOO_MANY_ATTEMPTS }
}
