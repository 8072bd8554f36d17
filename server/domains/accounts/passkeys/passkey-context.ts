import type { PasskeyAssertion, PasskeyAttestation } from '#schema/passkeys.ts'
import type { Transaction } from '#server/platform/postgres/index.ts'
import type { AccountContext } from '../account-context.ts'
import type { Member } from '../member.ts'
import type { AnsweredChallenge } from './challenges.ts'

export type PasskeyContext = Pick<
  AccountContext,
  | 'clock'
  | 'database'
  | 'events'
  | 'limits'
  | 'mails'
  | 'passkeyChallenges'
  | 'passwords'
  | 'relyingParty'
  | 'securityLog'
>

/** What a challenge is for. A challenge of one purpose answers no other. */
export const PURPOSE = {
  login: 'login',
  add: ({ id, sessionKey }: Pick<Member, 'id' | 'sessionKey'>) => `add ${id} ${sessionKey}`,
  prove: ({ id, sessionKey }: Pick<Member, 'id' | 'sessionKey'>) => `prove ${id} ${sessionKey}`,
}

/** Returns the challenge that a passkey says it answered, in base64url; empty text if it says none. */
export function challengeOf({ response }: PasskeyAssertion | PasskeyAttestation): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())
    if (typeof data !== 'object' || data === null || !('challenge' in data)) return ''
    return typeof data.challenge === 'string' ? data.challenge : ''
  } catch {
    return ''
  }
}

/** Stores that a challenge was used, within the caller's transaction. Returns false if it was used before. */
export async function consumeChallenge(
  transaction: Transaction,
  challenge: AnsweredChallenge,
): Promise<boolean> {
  const { count } = await transaction.usedPasskeyChallenge.createMany({
    data: [challenge],
    skipDuplicates: true,
  })
  return count === 1
}
