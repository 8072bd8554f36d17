import type { AuthResponse } from '#schema/account.ts'
import type { PasskeyAssertion } from '#schema/passkeys.ts'
import { isDemoAccount } from '#server/platform/account-status.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { AccountContext } from '../account-context.ts'
import { finishLogin } from '../finish-login.ts'
import { lockReason } from '../login-limits.ts'
import type { Caller } from '../member.ts'
import { networkField } from '../network-field.ts'
import { openSession } from '../sessions/open-session.ts'
import { PURPOSE } from './passkey-context.ts'
import { passkeyRefused } from './passkey-refused.ts'
import { verifyAssertion } from './verify-assertion.ts'

/**
 * Opens a session with a passkey, as `logIn` does with a password. The device checked the member, so the passkey also counts
 * as the second factor. @throws ApiError UNAUTHENTICATED with one message for every cause; SUSPENDED; RATE_LIMITED
 */
export async function logInByPasskey(
  context: AccountContext,
  assertion: PasskeyAssertion,
  caller: Caller,
): Promise<AuthResponse> {
  const { network } = networkField(caller.ipAddress)
  const refuse = (reason: string, userId?: string) => {
    context.securityLog.record({ event: 'authn_login_fail', userId, network, reason })
    return passkeyRefused()
  }
  await count('passkeyLoginByAddress', caller.ipAddress ?? 'unknown')
  const verified = await verifyAssertion(context, assertion, PURPOSE.login)
  if ('refusal' in verified) throw refuse(verified.refusal, verified.userId)
  const { user } = verified
  if (isDemoAccount(user) && !context.demoAccounts) throw refuse('demo_account', user.id)
  const address = caller.ipAddress ?? 'unknown'
  await count('rightLoginByAccountAndDevice', `${user.userName} ${networkOf(address) ?? address}`)
  const opened = await openSession(context, { row: user, code: undefined, caller, rehashed: null, verified })
  if (!opened) throw passkeyRefused()
  if ('refusal' in opened) throw refuse(opened.refusal, user.id)
  return finishLogin(context, { row: user, opened, network, reason: 'passkey' })

  async function count(limit: 'passkeyLoginByAddress' | 'rightLoginByAccountAndDevice', key: string) {
    try {
      await context.limits.consume(limit, key)
    } catch (error) {
      const reason = lockReason(error)
      if (reason) context.securityLog.record({ event: 'authn_login_lock', network, reason })
      throw error
    }
  }
}
