import { PASSKEYS, type PasskeyRequest } from '#schema/passkeys.ts'
import { type PasskeyContext, PURPOSE } from './passkey-context.ts'

/** Returns the request for any passkey of this site, so it reveals nothing about accounts. @throws ApiError RATE_LIMITED */
export async function requestPasskey(context: PasskeyContext, address: string): Promise<PasskeyRequest> {
  await context.limits.consume('passkeyRequestByAddress', address)
  return passkeyRequestFor(context, PURPOSE.login)
}

/** Returns the request for a purpose. */
export const passkeyRequestFor = (
  { passkeyChallenges, relyingParty }: Pick<PasskeyContext, 'passkeyChallenges' | 'relyingParty'>,
  purpose: string,
): PasskeyRequest => ({
  challenge: Buffer.from(passkeyChallenges.issue(purpose)).toString('base64url'),
  rpId: relyingParty.id,
  timeout: PASSKEYS.challengeMinutes * 60_000,
  userVerification: 'required',
})
