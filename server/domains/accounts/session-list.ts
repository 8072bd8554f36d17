import { ApiError } from '#server/platform/errors.ts'
import type { AccountDeps } from './account-deps.ts'
import { type BrowserNames, describeBrowser } from './describe-browser.ts'
import { networkIn } from './network-field.ts'
import { keyOf, type Member, type Sessions } from './sessions.ts'

/** Nobody has more devices than this. */
const LIST_CAP = 100

export interface AccountSession extends BrowserNames {
  id: string
  /** Whether it is the one that asks. */
  current: boolean
  address: string | null
  created: Date
  lastUsed: Date
}

export interface SessionList {
  /** The live ones: this one first, then the latest used. */
  list(member: Member): Promise<AccountSession[]>
  /** Ends one session and its streams. @throws ApiError NOT_FOUND for one that is not theirs or has ended */
  revoke(member: Member, id: string, address: string): Promise<void>
  /** Ends all but this one; answers how many. */
  revokeOthers(member: Member, address: string): Promise<number>
}

export function createSessionList({
  database: { prisma },
  clock,
  events,
  limits,
  securityLog,
  sessions,
}: Pick<AccountDeps, 'database' | 'clock' | 'events' | 'limits' | 'securityLog'> & {
  sessions: Sessions
}): SessionList {
  const live = (userId: string) => ({
    userId,
    revokedAt: null,
    expires: { gt: new Date(clock.now()) },
  })

  async function end(
    member: Member,
    which: { id: string } | { not: Uint8Array<ArrayBuffer> },
    address: string,
  ) {
    const ended = await prisma.session.updateManyAndReturn({
      where: { ...live(member.id), ...('id' in which ? { id: which.id } : { tokenHash: which }) },
      data: { revokedAt: new Date(clock.now()) },
      select: { tokenHash: true },
    })
    if (ended.length === 0) return 0
    sessions.forget(member.id)
    const sessionKeys = ended.map(({ tokenHash }) => keyOf(tokenHash))
    await events.emit('sessionsRevoked', { userId: member.id, sessionKeys })
    const event = 'authn_token_revoked'
    securityLog.record({ event, userId: member.id, ...networkIn(address), reason: 'ended_by_member' })
    return ended.length
  }

  return {
    async list(member) {
      await limits.consume('privacyByAccount', member.id)
      const rows = await prisma.session.findMany({
        where: live(member.id),
        orderBy: [{ lastUsed: 'desc' }, { id: 'desc' }],
        take: LIST_CAP,
      })
      const shown = rows.map(({ id, tokenHash, userAgent, ipAddress, created, lastUsed }) => ({
        id,
        current: keyOf(tokenHash) === member.sessionKey,
        ...describeBrowser(userAgent),
        address: ipAddress,
        created,
        lastUsed,
      }))
      return shown.sort((a, b) => Number(b.current) - Number(a.current))
    },

    async revoke(member, id, address) {
      await limits.consume('privacyByAccount', member.id)
      if ((await end(member, { id }, address)) === 0) {
        throw new ApiError('NOT_FOUND', 'This session has ended already.')
      }
    },

    async revokeOthers(member, address) {
      await limits.consume('privacyByAccount', member.id)
      return end(member, { not: new Uint8Array(Buffer.from(member.sessionKey, 'base64url')) }, address)
    },
  }
}
