import type { AuthResponse } from '#schema/account.ts'
import type { Login } from '#schema/registration.ts'
import { text } from '#schema/translatable.ts'
import { isDemoAccount, isSuspended } from '#server/platform/account-status.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { AccountDeps } from './account-context.ts'
import { beginLogin, type LoginAttempt, lockReason } from './login-limits.ts'
import type { Caller } from './member.ts'
import { networkField } from './network-field.ts'
import type { Passwords } from './passwords.ts'
import { presentUser } from './present-user.ts'
import { recipientOf } from './recipient-of.ts'
import type { SecondFactor } from './second-factor/second-factor.ts'
import { openSession } from './sessions/open-session.ts'
import type { Sessions } from './sessions/sessions.ts'

type Deps = Pick<
  AccountDeps,
  | 'database'
  | 'clock'
  | 'events'
  | 'limits'
  | 'botDefence'
  | 'demoAccounts'
  | 'signupScreening'
  | 'mails'
  | 'securityLog'
  | 'tombstones'
> & {
  passwords: Passwords
  sessions: Sessions
  secondFactor: Pick<SecondFactor, 'login'>
}

/**
 * Opens a session. @throws ApiError UNAUTHENTICATED; SECOND_FACTOR_REQUIRED; SECOND_FACTOR_INVALID; SUSPENDED;
 * PROOF_REQUIRED; RATE_LIMITED
 */
export async function logIn(deps: Deps, input: Login, caller: Caller): Promise<AuthResponse> {
  const { prisma } = deps.database
  const attempt = await begin(deps, input.userName, caller)
  const row = await prisma.user.findUnique({ where: { userName: input.userName } })
  const matches = await deps.passwords.verify(row?.passwordHash ?? null, input.password)
  const { network } = networkField(caller.ipAddress)
  const isRefusedDemo = row !== null && isDemoAccount(row) && !deps.demoAccounts
  if (!row || !matches || isRefusedDemo) {
    await attempt.failed()
    const reason = row ? (isRefusedDemo ? 'demo_account' : 'wrong_password') : 'unknown_account'
    deps.securityLog.record({ event: 'authn_login_fail', userId: row?.id, network, reason })
    throw wrongCredentials()
  }
  await attempt.succeeded()
  const now = deps.clock.now()
  // An account that its owner closed is not suspended; this login reopens it.
  const suspended = isSuspended({ ...row, active: row.active || row.closedAt !== null }, now)
  const rehashed = deps.passwords.needsRehash(row.passwordHash, input.password)
    ? await deps.passwords.hash(input.password)
    : null
  const opened = await openSession(deps, { row, code: input.code, caller, rehashed })
  if (!opened) throw wrongCredentials()
  const { token, user, reopened, erasureCancelled } = opened
  deps.securityLog.record({ event: 'authn_login_success', userId: row.id, network })
  if (erasureCancelled) deps.mails.deletionCancelled(recipientOf(user))
  if (suspended) {
    const until = row.bannedAt ? null : row.suspendedUntil?.toISOString().slice(0, 10)
    const message = until
      ? text('This account is suspended until {until}.', { until })
      : text('This account is suspended.')
    throw new ApiError('SUSPENDED', message, { token })
  }
  return { token, user: presentUser(user, now), ...(reopened ? { reopened } : {}) }
}

async function begin(deps: Deps, email: string, caller: Caller): Promise<LoginAttempt> {
  try {
    return await beginLogin(deps, email, caller)
  } catch (error) {
    const reason = lockReason(error)
    if (reason)
      deps.securityLog.record({ event: 'authn_login_lock', ...networkField(caller.ipAddress), reason })
    throw error
  }
}

const wrongCredentials = () =>
  new ApiError('UNAUTHENTICATED', text('The email or password is not right. Please try again.'))
