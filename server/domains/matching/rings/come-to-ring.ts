import { absentMembers } from '#server/domains/matching/absent-members.ts'
import { completePair } from '#server/domains/matching/complete-pair.ts'
import type { Matched, MatchingContext, Searching } from '#server/domains/matching/matching-context.ts'
import { partnerIn, type RingingPair } from '#server/domains/matching/ticket.ts'
import { settleRing } from './settle-ring.ts'

/**
 * Records that a member who is rung has come. If the other is there too, the pair is settled, and its conversation opens.
 * Null when the ring is over.
 */
export async function comeToRing(
  context: MatchingContext,
  pair: RingingPair,
  userId: string,
): Promise<Matched | Searching | null> {
  const { store, clock } = context
  const come = await store.come(pair, userId, clock.now())
  if (!come) return null
  const { otherCame, waitingSince, ringUntil } = come
  const waiting: Searching = { status: 'searching', waitingSince, ringUntil, comeUntil: pair.until }
  if (otherCame === null) return waiting
  const otherId = partnerIn(pair, userId)
  const absent = await absentMembers(context, [{ userId: otherId, lastSeen: otherCame }])
  if (absent.size > 0) return waiting
  const settled = await settleRing(context, pair)
  return settled ? completePair(context, settled, userId) : waiting
}
