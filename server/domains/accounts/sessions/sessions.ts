import DataLoader from 'dataloader'
import type { Transaction, UserModel } from '#server/platform/postgres/index.ts'
import type { Caller, Member } from '../member.ts'
import { hasStaffFactor } from '../second-factor/staff-factor.ts'
import { filterEndedSessions } from './filter-ended-sessions.ts'
import { loadMembers } from './load-members.ts'
import { loadSessionStatuses, type SessionStatus } from './load-session-statuses.ts'
import { type MintedSession, mintSession } from './mint-session.ts'
import { createSessionCache, type SessionCache } from './session-cache.ts'
import type { SessionDeps } from './session-context.ts'
import {
  createSessionInvalidations,
  type SessionInvalidations,
  sessionBucketOf,
} from './session-invalidations.ts'
import { sessionKeyOf, sessionKeyOfToken, tokenHashOf } from './session-keys.ts'

const MAX_BATCH_SIZE = 500

export interface Sessions {
  /** Returns the token of a new session, and the record to store. The token itself is never stored. */
  mint(caller: Caller, role?: UserModel['role']): MintedSession
  /** Background requests of staff do not count as use, because an unattended page must not keep its session. */
  memberOf(token: string, options?: { background?: boolean }): Promise<Member | null>
  /** Returns those of the sessions that have ended. */
  filterEnded(sessionKeys: readonly string[]): Promise<string[]>
  /** Reads the database each time, whereas `memberOf` may return a member that is a second old. */
  statusOf(sessionKey: string): Promise<SessionStatus>
  /** Ends one session; false when it had already ended. */
  revoke(sessionKey: string): Promise<boolean>
  /** Ends the member's sessions, except one if given, within the caller's transaction. Returns their keys. */
  revokeAll(userId: string, transaction: Transaction, except?: string): Promise<string[]>
  /** Drops the member's sessions from the cache. */
  forget(userId: string): void
  /** Begins to read the changes of other nodes. Until then a session is cached for a second only. */
  start(): void
  stop(): Promise<void>
}

export function createSessions(deps: SessionDeps): Sessions {
  const { clock, onError } = deps
  const { prisma, pool } = deps.database
  const invalidations: SessionInvalidations = createSessionInvalidations({
    ...{ pool, clock, onError, metrics: deps.metrics },
    onChanges: (buckets) => cache.forgetBuckets(buckets),
    onReset: () => cache.forgetAll(),
  })
  const cache: SessionCache = createSessionCache({ clock, isCurrent: () => invalidations.isCurrent() })
  // One statement looks up the sessions of requests that arrive together.
  const batched = <Value>(load: (sessionKeys: readonly string[]) => Promise<Value[]>) =>
    new DataLoader(load, { cache: false, maxBatchSize: MAX_BATCH_SIZE })
  const members = {
    foreground: batched((keys) => loadMembers(deps, keys, { background: false })),
    background: batched((keys) => loadMembers(deps, keys, { background: true })),
  }
  const statuses = batched((keys) => loadSessionStatuses(deps, keys))

  return {
    mint: (caller, role = 'MEMBER') => mintSession(deps, caller, role),

    async memberOf(token, { background = false } = {}) {
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

    filterEnded: (sessionKeys) => filterEndedSessions(deps, sessionKeys),

    statusOf: (sessionKey) => statuses.load(sessionKey),

    async revoke(sessionKey) {
      cache.forgetSession(sessionKey)
      const { count } = await prisma.session.updateMany({
        where: { tokenHash: tokenHashOf(sessionKey), revokedAt: null },
        data: { revokedAt: new Date(clock.now()) },
      })
      return count > 0
    },

    async revokeAll(userId, transaction, except) {
      const ended = await transaction.session.updateManyAndReturn({
        where: { userId, revokedAt: null, ...(except ? { tokenHash: { not: tokenHashOf(except) } } : {}) },
        data: { revokedAt: new Date(clock.now()) },
        select: { tokenHash: true },
      })
      return ended.map(({ tokenHash }) => sessionKeyOf(tokenHash))
    },

    forget: (userId) => cache.forgetBuckets([sessionBucketOf(userId)]),
    start: invalidations.start,
    stop: invalidations.stop,
  }
}
