import type { SignupScreening } from '#server/domains/abuse/index.ts'
import type { Platform } from '#server/platform/open-platform.ts'

/** What the sessions of a node need. */
export interface SessionContext extends Pick<Platform, 'database' | 'clock' | 'failures' | 'metrics'> {
  signupScreening: Pick<SignupScreening, 'deviceHash'>
  /** How long an account is new, in hours. */
  newAccountHours: number
  /** Whether demo accounts can log in and keep their sessions. Their password is public, so only in local mode. */
  demoAccounts: boolean
  /** Staff need a second factor, and their sessions end sooner. */
  staffTwoFactor: boolean
}
