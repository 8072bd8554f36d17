import type { BotDefence, SignupScreening } from '#server/domains/abuse/index.ts'
import type { Cells, Geocoder } from '#server/domains/nearby/index.ts'
import type { EventBus } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Origins } from '#server/platform/http/origins.ts'
import type { SecurityLog } from '#server/platform/logging/security-log.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import type { SecretBox } from '#server/platform/secrets/secret-box.ts'
import type { Tombstones } from '#server/platform/tombstones/index.ts'
import type { PasswordCost } from './passwords.ts'

export interface Recipient {
  email: string
  displayName: string
  /** The language of the account, as it is stored. */
  language: string
}

/** Queues mails. A mail that cannot be sent never fails the request that caused it. */
export interface AccountMails {
  /** With `desktop`, the mail also offers to open its link in the desktop app. */
  verification(to: Recipient & { code: string; desktop: boolean }): void
  /** For an address that was registered again and whose earlier registration was never verified. */
  startOver(to: Omit<Recipient, 'displayName'> & { code: string }): void
  /** The link and the code each open the same reset. */
  passwordReset(to: Recipient & { token: string; code: string; desktop: boolean }): void
  passwordChanged(to: Recipient): void
  /** Names the date until which the deletion can be cancelled. */
  deletionRequested(to: Recipient & { eraseAfter: Date }): void
  deletionCancelled(to: Recipient): void
  secondFactorOn(to: Recipient): void
  secondFactorOff(to: Recipient): void
  /** Names the number of recovery codes that are left. */
  recoveryCodeUsed(to: Recipient & { left: number }): void
}

export interface AccountDeps {
  database: Database
  clock: Clock
  events: EventBus
  limits: RateLimits
  botDefence: Pick<BotDefence, 'beforeRegistration' | 'beforeLogin' | 'loginFailed'>
  signupScreening: SignupScreening
  geocoder: Geocoder
  cells: Cells
  /** How long an account is new, in hours. */
  newAccountHours: number
  /** The operator's domains that are no throw-away addresses, in ASCII. */
  lastingMailDomains: readonly string[]
  /** Whether demo accounts can log in and keep their sessions. Their password is public, so only in local mode. */
  demoAccounts: boolean
  /** Staff need a second factor, and their sessions end sooner. */
  staffTwoFactor: boolean
  secrets: SecretBox
  /** Tells whether a page that requests a password reset is ours. */
  origins: Pick<Origins, 'isKnown'>
  mails: AccountMails
  securityLog: SecurityLog
  tombstones: Tombstones
  onError(error: unknown): void
  /** Without one, OWASP's recommendation. */
  passwordCost?: PasswordCost | undefined
  metrics?: Metrics | undefined
}
