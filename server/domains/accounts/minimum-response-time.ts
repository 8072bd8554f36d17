import { setTimeout as delay } from 'node:timers/promises'

/** Longer than the work that only an existing account causes, so response times do not reveal accounts. */
const MINIMUM_RESPONSE_MS = 250

/** Runs the work, and settles no earlier than the minimum response time. */
export async function withMinimumResponseTime<Result>(work: () => Promise<Result>): Promise<Result> {
  const [outcome] = await Promise.allSettled([work(), delay(MINIMUM_RESPONSE_MS)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
