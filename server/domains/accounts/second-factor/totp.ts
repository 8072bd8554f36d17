import { Secret, TOTP } from 'otpauth'
import { PRODUCT } from '#schema/product.ts'
import { SECOND_FACTOR } from '#schema/second-factor.ts'

/** How many steps before and after the current one are accepted, because clocks differ and typing takes time. */
const WINDOW = 1
/** RFC 4226 asks for 160 bits. */
const SECRET_BYTES = 20

/** The secret for an authenticator app in Base32, and as an `otpauth:` URI for a QR code. */
export interface TotpSetup {
  secret: string
  uri: string
}

const totpOf = (secret: Uint8Array, label: string = PRODUCT.name) =>
  new TOTP({
    issuer: PRODUCT.name,
    label,
    algorithm: 'SHA1',
    digits: SECOND_FACTOR.digits,
    period: SECOND_FACTOR.period,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  })

/** Returns a random secret of 160 bits. */
export const newTotpSecret = () => new Uint8Array(new Secret({ size: SECRET_BYTES }).bytes)

export function totpSetup(secret: Uint8Array, email: string): TotpSetup {
  const totp = totpOf(secret, email)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** Returns the 30-second step that the code belongs to, or null for a wrong code. `now` in milliseconds. */
export function stepOf(secret: Uint8Array, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? null : Math.floor(now / 1_000 / SECOND_FACTOR.period) + delta
}
