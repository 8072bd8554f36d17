import type { MatchingContext } from '#server/domains/matching/matching-context.ts'
import { membersOf, partnerIn, type RingingPair } from '#server/domains/matching/ticket.ts'
import { tellSearch } from './tell-search.ts'

/**
 * Tells both of a ringing pair that they were found, and rings those who have not come. Another node does it again unless
 * this succeeds: a ring has one tag, so a second one replaces the first.
 */
export async function announceRing(
  context: Pick<MatchingContext, 'store' | 'clock' | 'events' | 'runningEvening'>,
  pair: RingingPair,
  present: readonly string[] = [],
): Promise<void> {
  const away = membersOf(pair).filter((userId) => !present.includes(userId))
  const rungWith = new Map(away.map((userId) => [userId, partnerIn(pair, userId)]))
  if (await tellSearch(context, membersOf(pair), rungWith)) await context.store.announced(pair)
}
