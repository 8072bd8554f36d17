import type { PlannedEvening } from '#schema/evenings.ts'

/** The columns of an evening in the console. */
export const PLANNED_COLUMNS = `evening.id, evening.series_id AS "seriesId", evening.topic, evening.starts_at AS "startsAt",
  evening.ends_at AS "endsAt", evening.time_zone AS "timeZone", evening.cancelled_at IS NOT NULL AS cancelled,
  evening.counted_at IS NOT NULL AS counted, evening.members, evening.conversations,
  evening.median_messages AS "medianMessages"`

const clockIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' })

/** Returns an evening as the audit log names it. */
export function nameEvening({ topic, startsAt, endsAt, timeZone }: PlannedEvening): string {
  const clock = clockIn(timeZone)
  return `${topic}, ${clock.format(startsAt)} to ${clock.format(endsAt)}, ${timeZone}`
}
