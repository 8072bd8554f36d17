import { isSuspended } from '#server/platform/account-status.ts'
import { readSessions } from './read-sessions.ts'
import type { SessionContext } from './session-context.ts'
import { sessionKeyOf } from './session-keys.ts'

/** Whether a session may still be used. */
export type SessionStatus = 'here' | 'suspended' | 'logged out'

/** Returns the statuses of the sessions, in their order. */
export async function loadSessionStatuses(
  context: SessionContext,
  sessionKeys: readonly string[],
): Promise<SessionStatus[]> {
  const now = context.clock.now()
  const rows = await readSessions(context, sessionKeys, now)
  const found = new Map(rows.map(({ tokenHash, user }) => [sessionKeyOf(tokenHash), isSuspended(user, now)]))
  return sessionKeys.map((key) => {
    const suspended = found.get(key)
    if (suspended === undefined) return 'logged out'
    return suspended ? 'suspended' : 'here'
  })
}
