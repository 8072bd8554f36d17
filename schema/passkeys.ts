import * as z from 'zod'
import { atMost, line } from './text.ts'
import { text } from './translatable.ts'
import { VISIBLE } from './visible.ts'

export const PASSKEYS = {
  /** The most passkeys of an account. */
  mostPerAccount: 10,
  /** Minutes for which a challenge can be answered. */
  challengeMinutes: 10,
  nameMax: 50,
} as const

/** Longer than what any authenticator sends, in characters. */
const MAX_PART = 8_192

const base64url = z
  .string()
  .max(MAX_PART)
  .regex(/^[\w-]+$/)

/** The name by which a member tells their passkeys apart. */
export const passkeyName = line({ controls: text('A passkey name cannot contain control characters') })
  .regex(VISIBLE, text('Give the passkey a name'))
  .check(atMost(PASSKEYS.nameMax, text('A passkey name cannot exceed 50 characters')))

const credential = {
  id: base64url.max(1_400),
  rawId: base64url.max(1_400),
  type: z.literal('public-key'),
}

/** The `AuthenticationResponseJSON` of WebAuthn, without the parts that nothing here reads. */
export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url,
  }),
})
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>

/** The `RegistrationResponseJSON` of WebAuthn, without the parts that nothing here reads. */
export const passkeyAttestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})
export type PasskeyAttestation = z.infer<typeof passkeyAttestation>

/** The `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. They name no account: the member chooses a passkey. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  userVerification: z.literal('required'),
})
export type PasskeyRequest = z.infer<typeof passkeyRequest>
