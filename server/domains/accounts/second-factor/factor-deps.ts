import type { AccountDeps } from '#server/domains/accounts/account-context.ts'
import type { Passwords } from '#server/domains/accounts/passwords.ts'
import type { Sessions } from '#server/domains/accounts/sessions/sessions.ts'
import type { SecurityLog } from '#server/platform/logging/security-log.ts'
import type { SecretBox } from '#server/platform/secrets/secret-box.ts'

export interface FactorDeps
  extends Pick<AccountDeps, 'database' | 'clock' | 'events' | 'limits' | 'mails' | 'staffTwoFactor'> {
  passwords: Passwords
  sessions: Pick<Sessions, 'revokeAll'>
  secrets: SecretBox
  securityLog: SecurityLog
  /** The HMAC key for the hashes of recovery codes. */
  recoveryKey: Uint8Array
}
