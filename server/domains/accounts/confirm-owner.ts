import { withNetworkOf } from '#server/platform/logging/security-log.ts'
import type { UserModel } from '#server/platform/postgres/index.ts'
import type { AccountContext } from './account-context.ts'
import { confirmPassword, type PasswordCheckReason } from './confirm-password.ts'
import type { Member } from './member.ts'
import { assertFreshIfOn } from './second-factor/prove-factor.ts'

export interface OwnerProof {
  password: string
  /** The network address of the caller. */
  address: string
  reason: PasswordCheckReason
}

/**
 * Confirms that the owner of the account acts, and not a stolen session: by the password, and where two-step
 * login is on, by a code that this session gave in the last ten minutes. Returns the row of the account.
 * @throws ApiError INVALID, FRESH_FACTOR_REQUIRED, RATE_LIMITED
 */
export async function confirmOwner(
  context: Pick<AccountContext, 'database' | 'clock' | 'limits' | 'passwords' | 'securityLog'>,
  member: Pick<Member, 'id' | 'sessionKey'>,
  { password, address, reason }: OwnerProof,
): Promise<UserModel> {
  const securityLog = withNetworkOf(context.securityLog, address)
  const row = await confirmPassword({ ...context, securityLog }, member.id, password, reason)
  await assertFreshIfOn(context, member)
  return row
}
