import type { MatchingContext } from '#server/domains/matching/matching-context.ts'
import { isRinging, membersOf, type Settled } from '#server/domains/matching/ticket.ts'
import { tellSearch } from './tell-search.ts'

/**
 * Ends the search of a member, and tells their devices if it went on without polls. During a ring the other goes back to their
 * place. Returns a match that came first.
 */
export async function leaveSearch(
  context: Pick<MatchingContext, 'store' | 'clock' | 'events' | 'metrics' | 'runningEvening'>,
  userId: string,
  searchId: string | null,
): Promise<Settled | null> {
  const { held, wentOn } = await context.store.leave(userId, searchId)
  if (wentOn) await tellSearch(context, [userId])
  if (!held || !isRinging(held)) return held
  context.metrics.counter('rings', { outcome: 'cancelled' })()
  await tellSearch(context, membersOf(held))
  return null
}
