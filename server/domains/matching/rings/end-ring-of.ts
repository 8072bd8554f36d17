import type { MatchingContext } from '#server/domains/matching/matching-context.ts'
import { isRinging, membersOf } from '#server/domains/matching/ticket.ts'
import { tellSearch } from './tell-search.ts'

/** Ends the ring of two members who may not talk any more. Both go back to their places. */
export async function endRingOf(
  context: Pick<MatchingContext, 'store' | 'clock' | 'events' | 'metrics' | 'runningEvening'>,
  userA: string,
  userB: string,
): Promise<void> {
  const { store, clock, metrics } = context
  const { held } = await store.search(userA)
  if (!held || !isRinging(held) || !membersOf(held).includes(userB)) return
  if (!(await store.endRing(held, { seenSince: clock.now(), stay: membersOf(held) }))) return
  metrics.counter('rings', { outcome: 'cancelled' })()
  await tellSearch(context, membersOf(held))
}
