import type { MatchingContext } from '#server/domains/matching/matching-context.ts'
import { searchStateOf } from './search-state.ts'

/** Tells the devices of members how their searches are. */
export async function tellSearch(
  context: Pick<MatchingContext, 'store' | 'clock' | 'events' | 'runningEvening'>,
  userIds: readonly string[],
  /** Those who are rung, each with the member they were found with. */
  rungWith: ReadonlyMap<string, string> = new Map(),
): Promise<boolean> {
  const told = await Promise.all(
    userIds.map(async (userId) => {
      const state = await searchStateOf(context, userId)
      return context.events.emit('searchChanged', { userId, state, rungWith: rungWith.get(userId) ?? null })
    }),
  )
  return told.every(Boolean)
}
