import { SECOND_FACTOR } from '#schema/second-factor.ts'
import { hashOf, type Member } from '#server/domains/accounts/sessions.ts'
import { ApiError } from '#server/platform/errors.ts'
import { codeAccepted, spendCode } from './consume-code.ts'
import type { FactorDeps } from './factor-deps.ts'
import { countSessionTry, forgetSessionTries } from './session-attempts.ts'

/** Notes that this session proved the factor now. @throws ApiError SECOND_FACTOR_INVALID, RATE_LIMITED */
export async function proveFactor(deps: FactorDeps, member: Member, code: string): Promise<void> {
  await countSessionTry(deps, member)
  const spent = await deps.database.prisma.$transaction(async (transaction) => {
    const accepted = await spendCode(deps, transaction, member.id, code)
    await transaction.session.updateMany({
      where: { tokenHash: hashOf(member.sessionKey) },
      data: { factorAt: new Date(deps.clock.now()) },
    })
    return accepted
  })
  await forgetSessionTries(deps, member)
  await deps.events.emit('userChanged', { userId: member.id })
  await codeAccepted(deps, member.id, spent)
}

/**
 * Passes when this session proved its factor within the last ten minutes, and where staff need none. Reads the
 * database, so that a proof on one node counts on all. @throws ApiError FRESH_FACTOR_REQUIRED
 */
export async function assertFreshFactor(deps: FactorDeps, member: Member): Promise<void> {
  if (!deps.staffTwoFactor) return
  const session = await deps.database.prisma.session.findUnique({
    where: { tokenHash: hashOf(member.sessionKey) },
    select: { factorAt: true },
  })
  const since = deps.clock.now() - SECOND_FACTOR.freshMinutes * 60_000
  if (session?.factorAt && session.factorAt.getTime() > since) return
  throw new ApiError(
    'FRESH_FACTOR_REQUIRED',
    'Enter a code from your authenticator app to confirm that it is you.',
  )
}
