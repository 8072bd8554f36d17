import type { UserModel } from '#server/platform/postgres/index.ts'
import type { AccountContext } from './account-context.ts'
import { networkField } from './network-field.ts'
import { recipientOf } from './recipient-of.ts'

/** Mails the owner of the address that two-step login is off, and logs it. Runs after the commit. */
export function reportRemovedFactor(
  { mails, securityLog }: Pick<AccountContext, 'mails' | 'securityLog'>,
  user: UserModel,
  address: string,
): void {
  const reason = 'before_verification'
  securityLog.record({ event: 'authn_factor_removed', userId: user.id, reason, ...networkField(address) })
  mails.secondFactorOff(recipientOf(user))
}
