import type { AccountContext } from '../account-context.ts'
import type { Member } from '../member.ts'
import { networkField } from '../network-field.ts'

/** Ends the session of the request, and its streams. Idempotent. */
export async function logOut(
  { sessions, events, securityLog }: Pick<AccountContext, 'sessions' | 'events' | 'securityLog'>,
  member: Member,
  address: string,
): Promise<void> {
  if (!(await sessions.revoke(member.sessionKey))) return
  await events.emit('sessionsRevoked', { userId: member.id, sessionKeys: [member.sessionKey] })
  securityLog.record({ event: 'authn_logout', userId: member.id, ...networkField(address) })
}
