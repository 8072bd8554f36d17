import { parse as bytesOfId } from 'uuid'
import type { PasskeyAssertion } from '#schema/passkeys.ts'
import type { PasskeyModel, Transaction, UserModel } from '#server/platform/postgres/index.ts'
import { withUser } from '../with-user.ts'
import type { AnsweredChallenge } from './challenges.ts'
import { challengeOf, consumeChallenge, type PasskeyContext } from './passkey-context.ts'

export interface VerifiedAssertion {
  passkey: PasskeyModel
  user: UserModel
  challenge: AnsweredChallenge
  counter: bigint
  backedUp: boolean
}

/** Why a passkey was refused, for the security log. Callers get one message for every reason. */
export type PasskeyRefusal =
  | 'passkey_challenge'
  | 'passkey_counter'
  | 'passkey_other_account'
  | 'passkey_unknown'
  | 'passkey_wrong_answer'

/** Returns the bytes that a passkey stores to name its account. They say nothing about the member. */
export const userHandleOf = (userId: string) => new Uint8Array(bytesOfId(userId))

/**
 * Checks the answer of a passkey: its challenge and purpose, the page, the domain, the signature, and that the device checked
 * the member. Changes nothing. `consumeAssertion` must follow within a transaction, because a challenge works once.
 */
export async function verifyAssertion(
  { database: { prisma }, passkeyChallenges, relyingParty }: PasskeyContext,
  assertion: PasskeyAssertion,
  purpose: string,
): Promise<VerifiedAssertion | { refusal: PasskeyRefusal; userId?: string }> {
  const expectedChallenge = challengeOf(assertion)
  const challenge = passkeyChallenges.read(expectedChallenge, purpose)
  if (!challenge) return { refusal: 'passkey_challenge' }
  const credentialId = new Uint8Array(Buffer.from(assertion.id, 'base64url'))
  const found = withUser(
    await prisma.passkey.findUnique({ where: { credentialId }, include: { user: true } }),
  )
  if (!found) return { refusal: 'passkey_unknown' }
  const { user, ...passkey } = found
  const userHandle = Buffer.from(userHandleOf(user.id)).toString('base64url')
  if (assertion.response.userHandle !== userHandle)
    return { refusal: 'passkey_other_account', userId: user.id }
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  // The library throws an error for every kind of wrong answer.
  const verification = await verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: [...relyingParty.origins],
    expectedRPID: relyingParty.id,
    // `consumeAssertion` compares the counter, in the statement that stores it.
    credential: { id: assertion.id, publicKey: passkey.publicKey, counter: 0 },
    requireUserVerification: true,
  }).catch(() => null)
  if (!verification?.verified) return { refusal: 'passkey_wrong_answer', userId: user.id }
  const { newCounter, credentialBackedUp } = verification.authenticationInfo
  return { passkey, user, challenge, counter: BigInt(newCounter), backedUp: credentialBackedUp }
}

/**
 * Uses a verified answer up, within the caller's transaction. Returns why it cannot be used, and the caller then rolls back:
 * the challenge was used before, the passkey was removed, or its counter did not grow, which tells of a copy.
 */
export async function consumeAssertion(
  transaction: Transaction,
  { passkey: { id }, challenge, counter, backedUp }: VerifiedAssertion,
  now: Date,
): Promise<PasskeyRefusal | null> {
  if (!(await consumeChallenge(transaction, challenge))) return 'passkey_challenge'
  const { count } = await transaction.passkey.updateMany({
    // A passkey that does not count sends 0 each time.
    where: { id, counter: counter === 0n ? 0n : { lt: counter } },
    data: { counter, backedUp, lastUsed: now },
  })
  return count === 1 ? null : 'passkey_counter'
}
