const DAY = 24 * 60 * 60_000

export const daysAfter = (now: number, days: number) => new Date(now + days * DAY)

export const daysBefore = (now: number, days: number) => daysAfter(now, -days)

/** Returns the date months earlier; the last day of that month if it is shorter. */
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
 * Returns an id that is greater than those of all rows created before `date`, because ids begin with their time. A sweep
 * thus reads the old end of a table by its primary key. A day of margin allows for clocks that differ.
 */
export function idsBefore(date: Date): string {
  const hex = (date.getTime() + DAY).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
