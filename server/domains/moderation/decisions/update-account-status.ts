import type { ModerationActionModel, Transaction } from '#server/platform/postgres/index.ts'

const SANCTIONS = ['SUSPEND', 'PAUSE', 'BAN'] as const

/** Returns the sanctions that restrict the member now: neither reversed nor expired. Bans do not expire. */
async function activeSanctionsOf(
  transaction: Transaction,
  userId: string,
  now: Date,
): Promise<ModerationActionModel[]> {
  const actions = await transaction.moderationAction.findMany({
    where: { subjectId: userId, kind: { in: [...SANCTIONS, 'REVERSE'] } },
    orderBy: { id: 'desc' },
    take: 500,
  })
  const reversed = new Set(actions.map((action) => action.reversed))
  return actions.filter(
    ({ id, kind, until }) => kind !== 'REVERSE' && !reversed.has(id) && (until === null || until > now),
  )
}

/** Derives the account's ban and suspension columns from the audit log: sanctions may be reversed in any order. */
export async function updateAccountStatus(transaction: Transaction, userId: string, now: Date) {
  const sanctions = await activeSanctionsOf(transaction, userId, now)
  const ban = sanctions.findLast(({ kind }) => kind === 'BAN')
  const ends = sanctions.flatMap(({ until }) => (until ? [until.getTime()] : []))
  await transaction.user.update({
    where: { id: userId },
    data: {
      bannedAt: ban?.at ?? null,
      suspendedUntil: ends.length > 0 ? new Date(Math.max(...ends)) : null,
    },
  })
}
