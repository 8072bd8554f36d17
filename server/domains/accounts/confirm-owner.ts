import { withNetworkOf } from '#server/platform/logging/security-log.ts'
import type { UserModel } from '#server/platform/postgres/index.ts'
import type { AccountDeps } from './account-context.ts'
import { confirmPassword, type PasswordCheckReason } from './confirm-password.ts'
import type { Member } from './member.ts'
import type { Passwords } from './passwords.ts'
import type { SecondFactor } from './second-factor/second-factor.ts'

export interface OwnerProof {
  password: string
  /** The network address of the caller. */
  address: string
  reason: PasswordCheckReason
}

/**
 * Confirms that the owner of the account acts, and not a stolen session: by the password, and where two-step
 * login is on, by a code that this session gave in the last ten minutes. Returns the row of the account.
 */
export type ConfirmOwner = (
  member: Pick<Member, 'id' | 'sessionKey'>,
  proof: OwnerProof,
) => Promise<UserModel>

interface ConfirmOwnerDeps extends Pick<AccountDeps, 'database' | 'limits' | 'securityLog'> {
  passwords: Passwords
  secondFactor: Pick<SecondFactor, 'assertFreshIfOn'>
}

/** Returns the check. It throws ApiError INVALID, FRESH_FACTOR_REQUIRED or RATE_LIMITED. */
export const createConfirmOwner =
  (deps: ConfirmOwnerDeps): ConfirmOwner =>
  async (member, { password, address, reason }) => {
    const securityLog = withNetworkOf(deps.securityLog, address)
    const row = await confirmPassword({ ...deps, securityLog }, member.id, password, reason)
    await deps.secondFactor.assertFreshIfOn(member)
    return row
  }
