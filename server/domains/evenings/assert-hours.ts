import type { PlannedEvening } from '#schema/evenings.ts'
import { type Text, text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'

/** How far ahead an evening may begin, in milliseconds. */
const AHEAD = 2 * 366 * 24 * 60 * 60_000

/**
 * Checks the hours that the database computed for the evenings of a plan.
 * @throws ApiError INVALID for evenings in the past, too far ahead, or without any time because the clocks change
 */
export function assertHours(evenings: readonly PlannedEvening[], planned: number, now: number): void {
  const starts = evenings.map(({ startsAt }) => startsAt.getTime())
  if (evenings.length < planned)
    throw invalid('until', text('The clocks change in these hours. Please choose others.'))
  if (Math.min(...starts) <= now) throw invalid('day', text('An evening cannot begin in the past.'))
  if (Math.max(...starts) > now + AHEAD)
    throw invalid('day', text('An evening cannot be more than two years ahead.'))
}

const invalid = (field: string, reason: Text) =>
  new ApiError('INVALID', reason, { fields: { [field]: reason } })
