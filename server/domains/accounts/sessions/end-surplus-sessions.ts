import { SESSION_ENDS } from '#schema/second-factor.ts'
import type { Transaction } from '#server/platform/postgres/index.ts'
import { sessionKeyOf } from './session-keys.ts'

/**
 * Ends the least recently used sessions beyond the most that an account may have, within the transaction of a login that
 * locked the account's row. Never ends the new session. Returns the keys of those that ended.
 */
export async function endSurplusSessions(
  transaction: Transaction,
  { userId, newest, now }: { userId: string; newest: string; now: Date },
): Promise<string[]> {
  const surplus = await transaction.session.findMany({
    where: { userId, revokedAt: null, expires: { gt: now }, id: { not: newest } },
    orderBy: [{ lastUsed: 'desc' }, { id: 'desc' }],
    skip: SESSION_ENDS.mostPerAccount - 1,
    select: { id: true },
  })
  if (surplus.length === 0) return []
  const ended = await transaction.session.updateManyAndReturn({
    where: { id: { in: surplus.map(({ id }) => id) }, revokedAt: null },
    data: { revokedAt: now },
    select: { tokenHash: true },
  })
  return ended.map(({ tokenHash }) => sessionKeyOf(tokenHash))
}
