import { timingSafeEqual } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { ResetCode } from '#schema/password.ts'
import { ApiError } from '../errors.ts'
import { networkOf } from '../network.ts'
import type { AccountDeps } from './account-deps.ts'
import { networkIn } from './network-in.ts'
import { notBefore } from './not-before.ts'
import { hashSecret, newSecret, readCode } from './secrets.ts'

/** How long the token lives, in milliseconds. */
const LIFETIME = 15 * 60_000
const INVALID_CODE = 'Invalid reset code or username'

type Deps = Pick<AccountDeps, 'database' | 'clock' | 'limits' | 'securityLog'>

/**
 * Exchanges the code of a mail for a token: once, and within a few tries from one network, so that strangers cannot use
 * up the owner's tries. @throws ApiError INVALID, with one message for every cause; RATE_LIMITED
 */
export async function exchangeResetCode(deps: Deps, input: ResetCode, address: string): Promise<string> {
  await deps.limits.consume('resetCodeByAddress', address)
  const now = new Date(deps.clock.now())
  const { match, userId } = await notBefore(() => matchingReset(deps, input, { address, now }))
  const fail = () => {
    deps.securityLog.record({ event: 'authn_reset_code_fail', userId, ...networkIn(address) })
    return new ApiError('INVALID', INVALID_CODE)
  }
  if (!match) throw fail()
  const token = newSecret()
  await deps.database.prisma.$transaction(async (transaction) => {
    const { count } = await transaction.passwordReset.updateMany({
      where: { id: match.id, codeHash: { not: null } },
      data: { codeHash: null },
    })
    if (count === 0) throw fail()
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

/** A try is counted before its code is looked at, so that many at once are no more than a few. */
async function matchingReset(
  { database, limits }: Deps,
  { userName, resetCode }: ResetCode,
  { address, now }: { address: string; now: Date },
) {
  const rows = await database.prisma.passwordReset.findMany({
    where: { codeHash: { not: null }, usedAt: null, expires: { gt: now }, user: { userName } },
    select: { id: true, userId: true, codeHash: true },
  })
  const network = networkOf(address) ?? address
  const given = hashSecret(readCode(resetCode))
  const tried = rows.map(async (row) => ({
    ...row,
    allowed: await limits.tryConsume('resetCodeTry', `${row.id} ${network}`),
  }))
  const match = (await Promise.all(tried)).find(
    ({ allowed, codeHash }) => allowed && codeHash && timingSafeEqual(codeHash, given),
  )
  return { match, userId: rows[0]?.userId }
}
