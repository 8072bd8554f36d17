import type { SecretBox } from '#server/platform/secrets/secret-box.ts'

const PURPOSE = 'totp'

/** Encrypts the secret of an authenticator app for one account. */
export const sealTotpSecret = (box: SecretBox, userId: string, secret: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(box.seal(PURPOSE, secret, userId))

/**
 * Decrypts the secret of an account. Returns it sealed again if it was sealed before secrets were bound to their account.
 * Throws for a secret of another account.
 */
export function openTotpSecret(
  box: SecretBox,
  userId: string,
  sealed: Uint8Array,
): { secret: Uint8Array; renewed?: Uint8Array<ArrayBuffer> } {
  try {
    return { secret: box.open(PURPOSE, sealed, userId) }
  } catch {
    const secret = box.open(PURPOSE, sealed)
    return { secret, renewed: sealTotpSecret(box, userId, secret) }
  }
}
