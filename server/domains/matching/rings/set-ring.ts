import { TIMING } from '#schema/limits.ts'
import type { SearchState } from '#schema/ring.ts'
import { text } from '#schema/translatable.ts'
import type { MatchingContext } from '#server/domains/matching/matching-context.ts'
import { ApiError } from '#server/platform/errors.ts'
import { searchStateOf } from './search-state.ts'
import { tellSearch } from './tell-search.ts'

/**
 * Sets until when the search of a member goes on without polls, and tells their devices; null: no longer. Changes nothing
 * during a ring. @throws ApiError CONFLICT without a search, or after a missed ring
 */
export async function setRing(
  context: Pick<MatchingContext, 'store' | 'clock' | 'events' | 'runningEvening'>,
  userId: string,
  until: number | null,
): Promise<SearchState> {
  const now = context.clock.now()
  const outcome = await context.store.setRing(userId, { until, now, missedSince: now - TIMING.ringPause })
  if (until !== null && outcome === 'none')
    throw new ApiError('CONFLICT', text('You are not searching right now. Start a search first.'))
  if (outcome === 'missed')
    throw new ApiError(
      'CONFLICT',
      text('You missed someone a short while ago. You can turn this on again later.'),
    )
  if (outcome === 'done') await tellSearch(context, [userId])
  return searchStateOf(context, userId)
}
