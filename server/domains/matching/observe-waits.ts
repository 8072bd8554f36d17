import type { MatchingContext } from './matching-context.ts'

/** Records how long the members of a match have waited. */
export function observeWaits(
  { clock, metrics }: Pick<MatchingContext, 'clock' | 'metrics'>,
  tickets: readonly { waitingSince: number }[],
) {
  const observe = metrics.histogram('matchWait', {})
  for (const { waitingSince } of tickets) observe(Math.max(0, clock.now() - waitingSince) / 1_000)
}
