import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { AccountContext } from '../account-context.ts'
import type { Member } from '../member.ts'
import { networkField } from '../network-field.ts'
import { type BrowserNames, describeBrowser } from './describe-browser.ts'
import { sessionKeyOf, tokenHashOf } from './session-keys.ts'

const MAX_LISTED = 100

export interface AccountSession extends BrowserNames {
  id: string
  /** Whether it is the session of the caller. */
  current: boolean
  address: string | null
  created: Date
  lastUsed: Date
}

type Context = Pick<AccountContext, 'database' | 'clock' | 'events' | 'limits' | 'securityLog' | 'sessions'>

/** Ends one session and its streams. @throws ApiError NOT_FOUND unless it is a live session of the member; RATE_LIMITED */
export async function endSession(
  context: Context,
  member: Member,
  id: string,
  address: string,
): Promise<void> {
  await context.limits.consume('privacyByAccount', member.id)
  if ((await endSessions(context, member, { id }, address)) === 0)
    throw new ApiError('NOT_FOUND', text('This device is already logged out.'))
}

/** Ends all sessions but the current one, and their streams. Returns how many. @throws ApiError RATE_LIMITED */
export async function endOtherSessions(context: Context, member: Member, address: string): Promise<number> {
  await context.limits.consume('privacyByAccount', member.id)
  return endSessions(context, member, { tokenHash: { not: tokenHashOf(member.sessionKey) } }, address)
}

/** Returns the live sessions: the current one first, then the latest used. @throws ApiError RATE_LIMITED */
export async function listSessions(
  { database: { prisma }, clock, limits }: Context,
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
  { database: { prisma }, clock, events, securityLog, sessions }: Context,
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
