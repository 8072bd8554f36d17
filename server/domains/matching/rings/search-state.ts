import type { SearchState } from '#schema/ring.ts'
import type { MatchingContext } from '#server/domains/matching/matching-context.ts'
import { isRinging } from '#server/domains/matching/ticket.ts'

/** Returns the search of a member as their devices show it. */
export async function searchStateOf(
  { store, clock, runningEvening }: Pick<MatchingContext, 'store' | 'clock' | 'runningEvening'>,
  userId: string,
): Promise<SearchState> {
  const { ticket, held, missedRingAt } = await store.search(userId)
  return {
    searching: ticket !== null,
    waitingSeconds: ticket && Math.max(0, Math.round((clock.now() - ticket.waitingSince) / 1_000)),
    ringUntil: instantOf(ticket?.ringUntil),
    comeUntil: held && isRinging(held) ? instantOf(held.until) : null,
    missedRingAt: instantOf(missedRingAt),
    evening: ticket?.evening ? await runningEvening(ticket.evening) : null,
    exchange: (ticket?.learning.length ?? 0) > 0,
  }
}

/** Returns a time of the store as the API has it. */
export const instantOf = (time: number | null | undefined) =>
  time === null || time === undefined ? null : new Date(time).toISOString()
