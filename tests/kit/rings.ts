import type { TicketStore } from '#server/domains/matching/index.ts'
import { isRinging, partnerIn } from '#server/domains/matching/ticket.ts'

/** Lets the search of a member go on without polls for an hour. */
export const goAway = (store: TicketStore, userId: string, now: number) =>
  store.setRing(userId, { until: now + 3_600_000, now, missedSince: 0 })

/** Returns the member with whom this one rings; null without a ring. */
export async function rungWith(store: TicketStore, userId: string): Promise<string | null> {
  const { held } = await store.search(userId)
  return held && isRinging(held) ? partnerIn(held, userId) : null
}
