import { SECOND_FACTOR } from '#schema/second-factor.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Member } from '../member.ts'
import { tokenHashOf } from '../sessions/session-keys.ts'
import { consumeCode, recordAcceptedCode } from './consume-code.ts'
import type { FactorContext } from './factor-context.ts'
import { lockOwner } from './lock-owner.ts'
import { countSessionAttempt, forgetSessionAttempts } from './session-attempts.ts'

type ProofContext = Pick<FactorContext, 'database' | 'clock'>
type SessionOwner = Pick<Member, 'id' | 'sessionKey'>

/** Records that this session proved the factor now. @throws ApiError SECOND_FACTOR_INVALID, RATE_LIMITED */
export async function proveFactor(context: FactorContext, member: Member, code: string): Promise<void> {
  await countSessionAttempt(context, member)
  const acceptedCode = await context.database.prisma.$transaction(async (transaction) => {
    await lockOwner(transaction, member.id)
    const consumed = await consumeCode(context, transaction, member.id, code)
    await transaction.session.updateMany({
      where: { tokenHash: tokenHashOf(member.sessionKey) },
      data: { factorAt: new Date(context.clock.now()) },
    })
    return consumed
  })
  await forgetSessionAttempts(context, member)
  await context.events.emit('userChanged', { userId: member.id })
  await recordAcceptedCode(context, member.id, acceptedCode)
}

/**
 * Passes when this session proved its factor within the last ten minutes, or when staff need no factor. Reads the
 * database, so a proof on one node counts on all nodes. @throws ApiError FRESH_FACTOR_REQUIRED
 */
export async function assertFreshFactor(context: FactorContext, member: Member): Promise<void> {
  if (!context.staffTwoFactor) return
  const { factorAt } = await readProof(context, member)
  if (!isFresh(context, factorAt)) throw freshFactorRequired()
}

/** Passes as `assertFreshFactor`, or when two-step login is off. @throws ApiError FRESH_FACTOR_REQUIRED */
export async function assertFreshIfOn(context: ProofContext, member: SessionOwner): Promise<void> {
  const { factorAt, isOn } = await readProof(context, member)
  if (isOn && !isFresh(context, factorAt)) throw freshFactorRequired()
}

async function readProof({ database: { prisma } }: ProofContext, { id: userId, sessionKey }: SessionOwner) {
  const [session, isOn] = await Promise.all([
    prisma.session.findUnique({ where: { tokenHash: tokenHashOf(sessionKey) }, select: { factorAt: true } }),
    prisma.secondFactor.count({ where: { userId, confirmedAt: { not: null } } }),
  ])
  return { factorAt: session?.factorAt ?? null, isOn: isOn > 0 }
}

const isFresh = ({ clock }: ProofContext, factorAt: Date | null) =>
  factorAt !== null && factorAt.getTime() > clock.now() - SECOND_FACTOR.freshMinutes * 60_000

const freshFactorRequired = () =>
  new ApiError(
    'FRESH_FACTOR_REQUIRED',
    text('To confirm it is you, enter a code from your authenticator app.'),
  )
