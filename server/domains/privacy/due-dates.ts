const DAY = 24 * 60 * 60_000

export const daysAfter = (now: number, days: number) => new Date(now + days * DAY)

export const daysBefore = (now: number, days: number) => daysAfter(now, -days)

/** On the last day of a shorter month, where there is no such day. */
export function monthsBefore(now: number, months: number): Date {
  const then = new Date(now)
  const day = then.getUTCDate()
  then.setUTCDate(1)
  then.setUTCMonth(then.getUTCMonth() - months)
  const last = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate()
  then.setUTCDate(Math.min(day, last))
  return then
}

/**
 * Ids carry the time at which they were made: of whatever was written before `date`, they are smaller than this. Lets
 * a sweep read the old end of a table by its primary key. A day is left for clocks that differ.
 */
export function idsBefore(date: Date): string {
  const hex = (date.getTime() + DAY).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
