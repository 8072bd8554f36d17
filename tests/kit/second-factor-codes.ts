import { Secret, TOTP } from 'otpauth'

/** What an authenticator app shows for a secret in Base32 at an instant. */
export const codeAt = (secret: string, now: number) =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: now,
  })
