import { setTimeout as delay } from 'node:timers/promises'

/** Longer than the work that only an existing account causes, so that the time of an answer tells nothing of it. */
export const FLOOR_MS = 250

/** Does the work, and answers no sooner than the floor. */
export async function notBefore<Result>(work: () => Promise<Result>): Promise<Result> {
  const [outcome] = await Promise.allSettled([work(), delay(FLOOR_MS)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
