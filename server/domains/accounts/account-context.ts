import type { Defences } from '#server/domains/abuse/index.ts'
import type { createAccountMails } from '#server/domains/mail/index.ts'
import type { Cells, Geocoder } from '#server/domains/nearby/index.ts'
import type { Origins } from '#server/platform/http/origins.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { serverSecret } from '#server/platform/postgres/index.ts'
import { createPasskeyChallenges } from './passkeys/challenges.ts'
import type { RelyingParty } from './passkeys/relying-party-of.ts'
import { createPasswords, type PasswordCost } from './passwords.ts'
import { createSessions } from './sessions/sessions.ts'

/** Queues mails. A mail that cannot be sent never fails the request that caused it. */
export type AccountMails = Omit<ReturnType<typeof createAccountMails>, 'secondFactorReset'>

/** The domains below the accounts. */
export interface BelowAccounts {
  defences: {
    botDefence: Pick<Defences['botDefence'], 'beforeRegistration' | 'beforeLogin' | 'loginFailed'>
    signupScreening: Defences['signupScreening']
  }
  geocoder: Geocoder
  cells: Cells
  mails: AccountMails
}

export interface AccountSettings {
  /** How long an account is new, in hours. */
  newAccountHours: number
  /** The operator's domains that are no throw-away addresses, in ASCII. */
  lastingMailDomains: readonly string[]
  /** Whether demo accounts can log in and keep their sessions. Their password is public, so only in local mode. */
  demoAccounts: boolean
  /** Staff need a second factor, and their sessions end sooner. */
  staffTwoFactor: boolean
  /** Tells whether a page that requests a password reset is ours. */
  origins: Pick<Origins, 'isKnown'>
  /** The site that passkeys belong to. */
  relyingParty: RelyingParty
  /** Without one, OWASP's recommendation. */
  passwordCost?: PasswordCost | undefined
}

/** What the operations on accounts share. */
export type AccountContext = Awaited<ReturnType<typeof createAccountContext>>

export async function createAccountContext(
  platform: Platform,
  { defences, ...below }: BelowAccounts,
  settings: AccountSettings,
) {
  const { database, secrets } = platform
  const { botDefence, signupScreening } = defences
  const challengeKey = await serverSecret({ pool: database.pool, box: secrets }, 'passkey-challenges')
  const recoveryKey: Uint8Array = await serverSecret({ pool: database.pool, box: secrets }, 'recovery-codes')
  return {
    ...platform,
    ...below,
    ...settings,
    botDefence,
    signupScreening,
    passwords: await createPasswords(settings.passwordCost),
    sessions: createSessions({ ...platform, ...settings, signupScreening }),
    passkeyChallenges: createPasskeyChallenges({ key: challengeKey, clock: platform.clock }),
    /** The HMAC key for the hashes of recovery codes. */
    recoveryKey,
  }
}
