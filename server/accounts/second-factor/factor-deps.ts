import type { SecretBox } from '../../secret-box.ts'
import type { SecurityLog } from '../../security-log.ts'
import type { AccountDeps } from '../account-deps.ts'
import type { Passwords } from '../passwords.ts'
import type { Sessions } from '../sessions.ts'

export interface FactorDeps
  extends Pick<AccountDeps, 'database' | 'clock' | 'facts' | 'limits' | 'mails' | 'staffTwoFactor'> {
  passwords: Passwords
  sessions: Pick<Sessions, 'revokeAll'>
  secrets: SecretBox
  securityLog: SecurityLog
  /** Keys the hashes of recovery codes. */
  recoveryKey: Uint8Array
}

/** What the secret of an authenticator app is sealed for. */
export const TOTP_PURPOSE = 'totp'
