import type { AuthResponse } from '#schema/account.ts'
import type { Login } from '#schema/registration.ts'
import { text } from '#schema/translatable.ts'
import { isDemoAccount } from '#server/platform/account-status.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { AccountContext } from './account-context.ts'
import { finishLogin } from './finish-login.ts'
import { beginLogin, type LoginAttempt, lockReason } from './login-limits.ts'
import type { Caller } from './member.ts'
import { networkField } from './network-field.ts'
import { openSession } from './sessions/open-session.ts'

/**
 * Opens a session, reopens a closed account and ends the browser's earlier session.
 * @throws ApiError UNAUTHENTICATED with one message for every cause; SECOND_FACTOR_REQUIRED; SECOND_FACTOR_INVALID;
 * SUSPENDED; PROOF_REQUIRED; RATE_LIMITED
 */
export async function logIn(context: AccountContext, input: Login, caller: Caller): Promise<AuthResponse> {
  const { prisma } = context.database
  const attempt = await begin(context, input.userName, caller)
  const row = await prisma.user.findUnique({ where: { userName: input.userName } })
  const matches = await context.passwords.verify(row?.passwordHash ?? null, input.password)
  const { network } = networkField(caller.ipAddress)
  const isRefusedDemo = row !== null && isDemoAccount(row) && !context.demoAccounts
  if (!row || !matches || isRefusedDemo) {
    await attempt.failed()
    const reason = row ? (isRefusedDemo ? 'demo_account' : 'wrong_password') : 'unknown_account'
    context.securityLog.record({ event: 'authn_login_fail', userId: row?.id, network, reason })
    throw wrongCredentials()
  }
  await attempt.succeeded()
  const rehashed = context.passwords.needsRehash(row.passwordHash, input.password)
    ? await context.passwords.hash(input.password)
    : null
  const opened = await openSession(context, { row, code: input.code, caller, rehashed })
  if (!opened || 'refusal' in opened) throw wrongCredentials()
  return finishLogin(context, { row, opened, network })
}

async function begin(context: AccountContext, email: string, caller: Caller): Promise<LoginAttempt> {
  try {
    return await beginLogin(context, email, caller)
  } catch (error) {
    const reason = lockReason(error)
    if (reason)
      context.securityLog.record({ event: 'authn_login_lock', ...networkField(caller.ipAddress), reason })
    throw error
  }
}

const wrongCredentials = () =>
  new ApiError('UNAUTHENTICATED', text('The email or password is not right. Please try again.'))
