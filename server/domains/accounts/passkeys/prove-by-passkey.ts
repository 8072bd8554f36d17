import type { PasskeyAssertion } from '#schema/passkeys.ts'
import type { Member } from '../member.ts'
import { lockOwner } from '../second-factor/lock-owner.ts'
import { countSessionAttempt, forgetSessionAttempts } from '../second-factor/session-attempts.ts'
import { tokenHashOf } from '../sessions/session-keys.ts'
import { type PasskeyContext, PURPOSE } from './passkey-context.ts'
import { passkeyProofRefused } from './passkey-refused.ts'
import { passkeyRequestFor } from './request-passkey.ts'
import { consumeAssertion, type PasskeyRefusal, verifyAssertion } from './verify-assertion.ts'

/** Returns the request for a passkey that proves the second factor of this session. @throws ApiError RATE_LIMITED */
export async function beginPasskeyProof(context: PasskeyContext, member: Member) {
  await context.limits.consume('privacyByAccount', member.id)
  return passkeyRequestFor(context, PURPOSE.prove(member))
}

/**
 * Records that this session proved its second factor now, with a passkey of the same account.
 * @throws ApiError SECOND_FACTOR_INVALID, RATE_LIMITED
 */
export async function proveByPasskey(
  context: PasskeyContext,
  member: Member,
  assertion: PasskeyAssertion,
): Promise<void> {
  await countSessionAttempt(context, member)
  const refuse = (reason: PasskeyRefusal) => {
    context.securityLog.record({ event: 'authn_factor_fail', userId: member.id, reason })
    return passkeyProofRefused()
  }
  const verified = await verifyAssertion(context, assertion, PURPOSE.prove(member))
  if ('refusal' in verified) throw refuse(verified.refusal)
  if (verified.user.id !== member.id) throw refuse('passkey_other_account')
  const now = new Date(context.clock.now())
  await context.database.prisma.$transaction(async (transaction) => {
    await lockOwner(transaction, member.id)
    const refusal = await consumeAssertion(transaction, verified, now)
    if (refusal) throw refuse(refusal)
    await transaction.session.updateMany({
      where: { tokenHash: tokenHashOf(member.sessionKey) },
      data: { factorAt: now },
    })
  })
  await forgetSessionAttempts(context, member)
  context.securityLog.record({ event: 'authn_factor_success', userId: member.id, reason: 'passkey' })
  await context.events.emit('userChanged', { userId: member.id })
}
