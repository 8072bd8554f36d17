import { Secret, TOTP } from 'otpauth'

/** The code of an authenticator app for a secret in Base32 at a time. */
export const codeAt = (secret: string, now: number) =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: now,
  })
