import type { PasskeyAssertion, PasskeyAttestation } from '#schema/passkeys.ts'
import { withNetworkOf } from '#server/platform/logging/security-log.ts'
import type { AccountContext } from '../account-context.ts'
import type { Caller, Member } from '../member.ts'
import { addPasskey, beginPasskey } from './add-passkey.ts'
import { logInByPasskey } from './log-in-by-passkey.ts'
import { listPasskeys, removePasskey, renamePasskey } from './own-passkeys.ts'
import { beginPasskeyProof, proveByPasskey } from './prove-by-passkey.ts'
import { requestPasskey } from './request-passkey.ts'

/** Creates the passkeys of members: a login without a password, and another second factor. */
export function createPasskeys(context: AccountContext) {
  /** The context with a security log that adds the caller's network. */
  const at = (address: string): AccountContext => ({
    ...context,
    securityLog: withNetworkOf(context.securityLog, address),
  })
  return {
    request: (address: string) => requestPasskey(context, address),
    logIn: (assertion: PasskeyAssertion, caller: Caller) => logInByPasskey(context, assertion, caller),
    list: (member: Member) => listPasskeys(context, member),
    begin: (member: Member, password: string, address: string) =>
      beginPasskey(context, member, { password, address }),
    add: (member: Member, given: { attestation: PasskeyAttestation; name: string }, address: string) =>
      addPasskey(at(address), member, given),
    rename: (member: Member, given: { id: string; name: string }) => renamePasskey(context, member, given),
    remove: (member: Member, given: { id: string; password: string }, address: string) =>
      removePasskey(at(address), member, { ...given, address }),
    beginProof: (member: Member) => beginPasskeyProof(context, member),
    prove: (member: Member, assertion: PasskeyAssertion, address: string) =>
      proveByPasskey(at(address), member, assertion),
  }
}
