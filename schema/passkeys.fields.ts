import { EXAMPLE, requestModel, responseModel } from './described-model.ts'
import { PASSKEYS, passkeyAssertion, passkeyRequest } from './passkeys.ts'

const CREDENTIAL_ID = 'pL7xq0uYh3c9T2mQvW8sZw'

export const passkeyAssertionModel = requestModel('PasskeyAssertion', passkeyAssertion, {
  description: 'The answer of a passkey to a challenge: `AuthenticationResponseJSON` of WebAuthn.',
  fields: {
    id: 'The id of the passkey, in base64url.',
    rawId: 'The same as `id`.',
    response: 'The signed data, each part in base64url. `userHandle` is needed: it names the account.',
  },
  example: {
    id: CREDENTIAL_ID,
    rawId: CREDENTIAL_ID,
    type: 'public-key',
    response: {
      clientDataJSON: EXAMPLE.token,
      authenticatorData: EXAMPLE.token,
      signature: EXAMPLE.token,
      userHandle: EXAMPLE.token,
    },
  },
})

export const passkeyRequestModel = responseModel('PasskeyRequest', passkeyRequest, {
  description:
    'What a browser needs to ask for a passkey: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. It names no account.',
  fields: {
    challenge: `What the passkey signs, in base64url. It works once, for ${PASSKEYS.challengeMinutes} minutes.`,
    rpId: 'The domain that the passkeys of this server belong to.',
    timeout: 'How long the browser may wait for the member, in milliseconds.',
    userVerification: 'The device always checks the member, by fingerprint, face or PIN.',
  },
  example: {
    challenge: EXAMPLE.token,
    rpId: 'rapport.example',
    timeout: 600_000,
    userVerification: 'required',
  },
})
