import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { passkeyAssertion, passkeyAttestation } from '#schema/passkeys.ts'

/** Flags of the authenticator data: the member is present, was verified, and a new key follows. */
const [PRESENT, VERIFIED, NEW_KEY] = [0x01, 0x04, 0x40]
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** What an answer says otherwise than it should. */
export interface Lie {
  origin?: string
  rpId?: string
  isVerified?: boolean
  counter?: number
  type?: string
  /** Replaces the challenge of the request. */
  challenge?: string
  userHandle?: string
  /** Signs with another key. */
  key?: KeyObject
}

function clientDataOf(
  type: string,
  { challenge, origin, lie }: { challenge: string; origin: string; lie: Lie },
) {
  const data = {
    type: lie.type ?? type,
    challenge: lie.challenge ?? challenge,
    origin: lie.origin ?? origin,
    crossOrigin: false,
  }
  return Buffer.from(JSON.stringify(data))
}

function authenticatorDataOf(
  rpId: string,
  { flags, counter, lie }: { flags: number; counter: number; lie: Lie },
) {
  const counted = Buffer.alloc(4)
  counted.writeUInt32BE(lie.counter ?? counter)
  const isVerified = lie.isVerified === false ? 0 : VERIFIED
  return Buffer.concat([sha256(lie.rpId ?? rpId), Buffer.from([flags | PRESENT | isVerified]), counted])
}

/** Returns a public key in the COSE format. */
function coseKeyOf(publicKey: KeyObject) {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
}

/** A passkey in software, which signs as the browser asks and can lie. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const id = base64url(credentialId)
  let userHandle = ''

  return {
    id,
    /** Answers `PublicKeyCredentialCreationOptionsJSON`. */
    create(options: { challenge: string; rp: { id?: string }; user: { id: string } }, lie: Lie = {}) {
      userHandle = options.user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const authData = new Uint8Array(
        Buffer.concat([
          authenticatorDataOf(options.rp.id ?? '', { flags: NEW_KEY, counter: 0, lie }),
          Buffer.alloc(16),
          length,
          credentialId,
          coseKeyOf(publicKey),
        ]),
      )
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, never>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, never>()],
          ['authData', authData],
        ]),
      )
      return passkeyAttestation.parse({
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: base64url(
            clientDataOf('webauthn.create', { challenge: options.challenge, origin, lie }),
          ),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      })
    },
    /** Answers `PublicKeyCredentialRequestOptionsJSON`. */
    get(options: { challenge: string; rpId: string }, lie: Lie = {}) {
      const data = clientDataOf('webauthn.get', { challenge: options.challenge, origin, lie })
      const authData = authenticatorDataOf(options.rpId, { flags: 0, counter: 0, lie })
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(data)]))
        .sign(lie.key ?? privateKey)
      return passkeyAssertion.parse({
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
          userHandle: lie.userHandle ?? userHandle,
        },
      })
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>
