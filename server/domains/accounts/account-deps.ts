import type { BotDefence, SignupScreening } from '#server/domains/abuse/index.ts'
import type { Geocoder } from '#server/domains/nearby/index.ts'
import type { EventBus } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { SecurityLog } from '#server/platform/logging/security-log.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import type { SecretBox } from '#server/platform/secrets/secret-box.ts'

export interface Addressee {
  email: string
  displayName: string
}

/** Hands mails over; failing to send one never fails the request that caused it. */
export interface AccountMails {
  /** `desktop`, here and below: the mail also offers to open its link in the desktop app. */
  verification(to: Addressee & { code: string; desktop: boolean }): void
  /** To an address that was registered again, whose earlier registration was never verified. */
  startOver(to: { email: string; code: string }): void
  /** The link and the code each open the same reset. */
  passwordReset(to: Addressee & { token: string; code: string; desktop: boolean }): void
  passwordChanged(to: Addressee): void
  /** With the date until which it can be called off. */
  deletionRequested(to: Addressee & { eraseAfter: Date }): void
  deletionCancelled(to: Addressee): void
  secondFactorOn(to: Addressee): void
  secondFactorOff(to: Addressee): void
  /** With how many of the codes are left. */
  recoveryCodeUsed(to: Addressee & { left: number }): void
}

export interface AccountDeps {
  database: Database
  clock: Clock
  events: EventBus
  limits: RateLimits
  botDefence: Pick<BotDefence, 'beforeRegistration' | 'beforeLogin' | 'loginFailed'>
  signupScreening: SignupScreening
  geocoder: Geocoder
  /** For so long an account is new. */
  newAccountHours: number
  /** Whether demo accounts can log in and keep their sessions. Their password is public, so only in local mode. */
  demoAccounts: boolean
  /** Staff need a second factor, and their sessions end sooner. */
  staffTwoFactor: boolean
  secrets: SecretBox
  /** From whose pages a password reset may be asked for. */
  allowedOrigins: readonly string[]
  mails: AccountMails
  securityLog: SecurityLog
}
