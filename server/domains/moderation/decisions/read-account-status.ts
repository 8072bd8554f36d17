import { isSanctionKind, SANCTION_KINDS, type SanctionKind } from '#schema/moderation.ts'
import type { Transaction } from '#server/platform/postgres/index.ts'

const MAX_HISTORY = 50

/** A sanction as the member sees it, with the appeal against it. */
export interface SanctionRecord {
  actionId: string
  kind: SanctionKind
  reason: string
  at: Date
  until: Date | null
  reversed: boolean
  /** When its strike expires; null when it counts as none. */
  strikeUntil: Date | null
  appeal: { status: 'OPEN' | 'UPHELD' | 'REVERSED'; text: string; answer: string | null } | null
}

export interface AccountStatus {
  suspended: boolean
  banned: boolean
  until: Date | null
  /** The sanctions against the account, newest first, at most 50. */
  history: SanctionRecord[]
}

/** Returns whether the account is suspended or banned, and its sanctions with their appeals. */
export async function readAccountStatus(
  prisma: Transaction,
  userId: string,
  now: Date,
): Promise<AccountStatus> {
  const newest = { orderBy: { id: 'desc' }, take: MAX_HISTORY } as const
  const [row, actions, reversals, strikes, appeals] = await Promise.all([
    prisma.user.findUnique({ where: { id: userId }, select: { bannedAt: true, suspendedUntil: true } }),
    prisma.moderationAction.findMany({
      where: { subjectId: userId, kind: { in: [...SANCTION_KINDS] } },
      ...newest,
    }),
    prisma.moderationAction.findMany({ where: { subjectId: userId, kind: 'REVERSE' }, ...newest }),
    prisma.strike.findMany({ where: { userId, revokedAt: null, expires: { gt: now } } }),
    prisma.appeal.findMany({ where: { userId }, ...newest }),
  ])
  const banned = row?.bannedAt !== null && row?.bannedAt !== undefined
  const until = row?.suspendedUntil && row.suspendedUntil > now ? row.suspendedUntil : null
  return {
    banned,
    suspended: banned || until !== null,
    until: banned ? null : until,
    history: actions.flatMap(({ id, kind, reason, at, until }) => {
      if (!isSanctionKind(kind)) return []
      const appeal = appeals.find(({ actionId }) => actionId === id)
      return {
        actionId: id,
        kind,
        reason,
        at,
        until,
        reversed: reversals.some(({ reversed }) => reversed === id),
        strikeUntil: strikes.find(({ actionId }) => actionId === id)?.expires ?? null,
        appeal: appeal ? { status: appeal.status, text: appeal.text, answer: appeal.answer } : null,
      }
    }),
  }
}
