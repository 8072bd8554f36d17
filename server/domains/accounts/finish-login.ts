import type { AuthResponse } from '#schema/account.ts'
import { text } from '#schema/translatable.ts'
import { isSuspended } from '#server/platform/account-status.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { UserModel } from '#server/platform/postgres/index.ts'
import type { AccountContext } from './account-context.ts'
import { presentUser } from './present-user.ts'
import { recipientOf } from './recipient-of.ts'
import type { Opened } from './sessions/open-session.ts'

interface FinishedLogin {
  /** The account as it was before the login. */
  row: UserModel
  opened: Opened
  network: string | undefined
  /** The way of the login, for the security log, if it was not the password. */
  reason?: 'passkey'
}

/** Logs a login whose session is open, and returns its answer. @throws ApiError SUSPENDED, with the token of the session */
export function finishLogin(
  { clock, mails, securityLog }: Pick<AccountContext, 'clock' | 'mails' | 'securityLog'>,
  { row, opened, network, ...way }: FinishedLogin,
): AuthResponse {
  const { token, user, reopened, erasureCancelled } = opened
  const now = clock.now()
  securityLog.record({ event: 'authn_login_success', userId: row.id, network, ...way })
  if (erasureCancelled) mails.deletionCancelled(recipientOf(user))
  // An account that its owner closed is not suspended; this login reopens it.
  if (isSuspended({ ...row, active: row.active || row.closedAt !== null }, now)) {
    const until = row.bannedAt ? null : row.suspendedUntil?.toISOString().slice(0, 10)
    const message = until
      ? text('This account is suspended until {until}.', { until })
      : text('This account is suspended.')
    throw new ApiError('SUSPENDED', message, { token })
  }
  return { token, user: presentUser(user, now), ...(reopened ? { reopened } : {}) }
}
