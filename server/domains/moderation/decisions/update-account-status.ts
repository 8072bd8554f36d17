import { isRestrictionKind, RESTRICTION_KINDS, type RestrictionKind } from '#schema/moderation.ts'
import type { Transaction } from '#server/platform/postgres/index.ts'

/** The column of the account that a restriction sets. */
const COLUMNS: Record<RestrictionKind, 'bannedAt' | 'suspendedUntil'> = {
  SUSPEND: 'suspendedUntil',
  PAUSE: 'suspendedUntil',
  BAN: 'bannedAt',
}

/** Returns the sanctions that restrict the member now: neither reversed nor expired. Bans do not expire. */
async function activeSanctionsOf(
  transaction: Transaction,
  userId: string,
  now: Date,
): Promise<{ column: 'bannedAt' | 'suspendedUntil'; at: Date; until: Date | null }[]> {
  const actions = await transaction.moderationAction.findMany({
    where: { subjectId: userId, kind: { in: [...RESTRICTION_KINDS, 'REVERSE'] } },
    orderBy: { id: 'desc' },
    take: 500,
  })
  const reversed = new Set(actions.map((action) => action.reversed))
  return actions.flatMap(({ id, kind, at, until }) =>
    isRestrictionKind(kind) && !reversed.has(id) && (until === null || until > now)
      ? [{ column: COLUMNS[kind], at, until }]
      : [],
  )
}

/** Derives the account's ban and suspension columns from the audit log: sanctions may be reversed in any order. */
export async function updateAccountStatus(transaction: Transaction, userId: string, now: Date) {
  const sanctions = await activeSanctionsOf(transaction, userId, now)
  const ban = sanctions.findLast(({ column }) => column === 'bannedAt')
  const ends = sanctions.flatMap(({ column, until }) =>
    column === 'suspendedUntil' && until ? [until.getTime()] : [],
  )
  await transaction.user.update({
    where: { id: userId },
    data: {
      bannedAt: ban?.at ?? null,
      suspendedUntil: ends.length > 0 ? new Date(Math.max(...ends)) : null,
    },
  })
}
