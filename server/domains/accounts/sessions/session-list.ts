import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { AccountDeps } from '../account-context.ts'
import type { Member } from '../member.ts'
import { networkField } from '../network-field.ts'
import { type BrowserNames, describeBrowser } from './describe-browser.ts'
import { sessionKeyOf, tokenHashOf } from './session-keys.ts'
import type { Sessions } from './sessions.ts'

const MAX_LISTED = 100

export interface AccountSession extends BrowserNames {
  id: string
  /** Whether it is the session of the caller. */
  current: boolean
  address: string | null
  created: Date
  lastUsed: Date
}

export interface SessionList {
  /** Returns the live sessions: the current one first, then the latest used. */
  list(member: Member): Promise<AccountSession[]>
  /** Ends one session and its streams. @throws ApiError NOT_FOUND unless it is a live session of the member */
  revoke(member: Member, id: string, address: string): Promise<void>
  /** Ends all sessions but the current one. Returns how many. */
  revokeOthers(member: Member, address: string): Promise<number>
}

type Deps = Pick<AccountDeps, 'database' | 'clock' | 'events' | 'limits' | 'securityLog'> & {
  sessions: Sessions
}

export const createSessionList = (deps: Deps): SessionList => ({
  list: (member) => listSessions(deps, member),

  async revoke(member, id, address) {
    await deps.limits.consume('privacyByAccount', member.id)
    if ((await endSessions(deps, member, { id }, address)) === 0) {
      throw new ApiError('NOT_FOUND', text('This device is already logged out.'))
    }
  },

  async revokeOthers(member, address) {
    await deps.limits.consume('privacyByAccount', member.id)
    return endSessions(deps, member, { tokenHash: { not: tokenHashOf(member.sessionKey) } }, address)
  },
})

async function listSessions(
  { database: { prisma }, clock, limits }: Deps,
  member: Member,
): Promise<AccountSession[]> {
  await limits.consume('privacyByAccount', member.id)
  const rows = await prisma.session.findMany({
    where: liveSessions(member.id, clock.now()),
    orderBy: [{ lastUsed: 'desc' }, { id: 'desc' }],
    take: MAX_LISTED,
  })
  const listed = rows.map(({ id, tokenHash, userAgent, ipAddress, created, lastUsed }) => ({
    id,
    current: sessionKeyOf(tokenHash) === member.sessionKey,
    ...describeBrowser(userAgent),
    address: ipAddress,
    created,
    lastUsed,
  }))
  return listed.sort((a, b) => Number(b.current) - Number(a.current))
}

/** Ends the member's live sessions that `which` matches. Returns how many. */
async function endSessions(
  { database: { prisma }, clock, events, securityLog, sessions }: Deps,
  member: Member,
  which: { id: string } | { tokenHash: { not: Uint8Array<ArrayBuffer> } },
  address: string,
): Promise<number> {
  const ended = await prisma.session.updateManyAndReturn({
    where: { ...liveSessions(member.id, clock.now()), ...which },
    data: { revokedAt: new Date(clock.now()) },
    select: { tokenHash: true },
  })
  if (ended.length === 0) return 0
  sessions.forget(member.id)
  const sessionKeys = ended.map(({ tokenHash }) => sessionKeyOf(tokenHash))
  await events.emit('sessionsRevoked', { userId: member.id, sessionKeys })
  const event = 'authn_token_revoked'
  securityLog.record({ event, userId: member.id, ...networkField(address), reason: 'ended_by_member' })
  return ended.length
}

const liveSessions = (userId: string, now: number) => ({
  userId,
  revokedAt: null,
  expires: { gt: new Date(now) },
})
