import type { AccountDeps } from './account-context.ts'
import type { Passwords } from './passwords.ts'
import type { Sessions } from './sessions/sessions.ts'

export type ResetDeps = Pick<
  AccountDeps,
  'database' | 'clock' | 'events' | 'limits' | 'origins' | 'mails' | 'securityLog'
> & {
  passwords: Passwords
  sessions: Sessions
}

/** Matches resets that are neither used nor expired. */
export const isUsable = (now: Date) => ({ usedAt: null, expires: { gt: now } })
