import DataLoader from 'dataloader'
import type { Transaction, UserModel } from '#server/platform/postgres/index.ts'
import type { Caller, Member } from '../member.ts'
import { hasStaffFactor } from '../second-factor/staff-factor.ts'
import { filterEndedSessions } from './filter-ended-sessions.ts'
import { loadMembers } from './load-members.ts'
import { loadSessionStatuses, type SessionStatus } from './load-session-statuses.ts'
import { mintSession } from './mint-session.ts'
import { createSessionCache, type SessionCache } from './session-cache.ts'
import type { SessionContext } from './session-context.ts'
import {
  createSessionInvalidations,
  type SessionInvalidations,
  sessionBucketOf,
} from './session-invalidations.ts'
import { sessionKeyOf, sessionKeyOfToken, tokenHashOf } from './session-keys.ts'

const MAX_BATCH_SIZE = 500

export type Sessions = ReturnType<typeof createSessions>

/** Creates the sessions of a node, with their cache. */
export function createSessions(context: SessionContext) {
  const { clock } = context
  const { prisma } = context.database
  const invalidations: SessionInvalidations = createSessionInvalidations(context, {
    onChanges: (buckets) => cache.forgetBuckets(buckets),
    onReset: () => cache.forgetAll(),
  })
  const cache: SessionCache = createSessionCache({ clock, isCurrent: () => invalidations.isCurrent() })
  // One statement looks up the sessions of requests that arrive together.
  const batched = <Value>(load: (sessionKeys: readonly string[]) => Promise<Value[]>) =>
    new DataLoader(load, { cache: false, maxBatchSize: MAX_BATCH_SIZE })
  const members = {
    foreground: batched((keys) => loadMembers(context, keys, { background: false })),
    background: batched((keys) => loadMembers(context, keys, { background: true })),
  }
  const statuses = batched((keys) => loadSessionStatuses(context, keys))

  return {
    mint: (caller: Caller, role: UserModel['role'] = 'MEMBER') => mintSession(context, caller, role),

    /**
     * Returns the member whose session the token opens; null without a live session. Background requests of staff do not
     * count as use, because an unattended page must not keep its session.
     */
    async memberOf(
      token: string,
      { background = false }: { background?: boolean } = {},
    ): Promise<Member | null> {
      const key = sessionKeyOfToken(token)
      const cached = cache.get(key)
      if (cached) return cached
      // A proof on another node changes `staffFactor` at any moment, so a session that lacks one is never cached.
      return cache.load(
        key,
        () => (background ? members.background : members.foreground).load(key),
        hasStaffFactor,
      )
    },

    filterEnded: (sessionKeys: readonly string[]) => filterEndedSessions(context, sessionKeys),

    /** Reads the database each time, whereas `memberOf` may return a member that is a second old. */
    statusOf: (sessionKey: string): Promise<SessionStatus> => statuses.load(sessionKey),

    /** Ends one session; false when it had already ended. */
    async revoke(sessionKey: string): Promise<boolean> {
      cache.forgetSession(sessionKey)
      const { count } = await prisma.session.updateMany({
        where: { tokenHash: tokenHashOf(sessionKey), revokedAt: null },
        data: { revokedAt: new Date(clock.now()) },
      })
      return count > 0
    },

    /** Ends the member's sessions, except one if given, within the caller's transaction. Returns their keys. */
    async revokeAll(userId: string, transaction: Transaction, except?: string): Promise<string[]> {
      const ended = await transaction.session.updateManyAndReturn({
        where: { userId, revokedAt: null, ...(except ? { tokenHash: { not: tokenHashOf(except) } } : {}) },
        data: { revokedAt: new Date(clock.now()) },
        select: { tokenHash: true },
      })
      return ended.map(({ tokenHash }) => sessionKeyOf(tokenHash))
    },

    /** Drops the member's sessions from the cache. */
    forget: (userId: string) => cache.forgetBuckets([sessionBucketOf(userId)]),
    /** Begins to read the changes of other nodes. Until then a session is cached for a second only. */
    start: invalidations.start,
    stop: invalidations.stop,
  }
}
