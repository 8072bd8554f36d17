import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import type { PasskeyAssertion } from '#schema/passkeys.ts'

/** Why the browser answered no request for a passkey. `cancelled`: the member closed its window, or let it time out. */
export type PasskeyProblem = 'cancelled' | 'already added' | 'failed'

/** Asks for a passkey: in a window of the browser, or among the suggestions of a field. @throws what `passkeyProblem` reads */
export async function askForPasskey(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
  { byAutofill = false } = {},
): Promise<PasskeyAssertion> {
  const { id, rawId, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: byAutofill })
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
  const signed = { clientDataJSON, authenticatorData, signature, userHandle }
  return { id, rawId, type: 'public-key', response: signed }
}

/** Makes a passkey, and returns it as JSON. @throws what `passkeyProblem` reads */
export async function makePasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON): Promise<string> {
  return JSON.stringify(await startRegistration({ optionsJSON }))
}

/** Ends a request that waits. */
export const stopAskingForPasskeys = () => WebAuthnAbortService.cancelCeremony()

export function passkeyProblem(error: unknown): PasskeyProblem {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'already added'
  const name = error instanceof Error ? error.name : ''
  return name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'failed'
}
