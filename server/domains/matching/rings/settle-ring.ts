import type { MatchingContext } from '#server/domains/matching/matching-context.ts'
import { observeWaits } from '#server/domains/matching/observe-waits.ts'
import { type RingingPair, type SettledPair, settledPairOf } from '#server/domains/matching/ticket.ts'

/** Settles a ringing pair when both are there. Null when the ring is over, or a block came in between. */
export async function settleRing(
  context: Pick<MatchingContext, 'store' | 'clock' | 'metrics'>,
  pair: RingingPair,
): Promise<SettledPair | null> {
  const tickets = await context.store.settle(pair)
  if (!tickets) return null
  observeWaits(context, tickets)
  context.metrics.counter('rings', { outcome: 'answered' })()
  return settledPairOf(pair)
}
