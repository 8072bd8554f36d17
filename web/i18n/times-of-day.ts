import { numberLocale } from './locales.ts'

interface Range<Time> {
  from: Time
  to: Time
}

/** Returns two full hours of a day as times of day in the page's language: from 9 to 18 as `9 AM` and `6 PM`. */
export function timesOfDay({ from, to }: Range<number>): Range<string> {
  const format = new Intl.DateTimeFormat(numberLocale(), { hour: 'numeric', timeZone: 'UTC' })
  // Intl writes a narrow space before AM and PM; our English texts have an ordinary one.
  const timeOf = (hour: number) => format.format(Date.UTC(2000, 0, 1, hour)).replace('\u202f', ' ')
  return { from: timeOf(from), to: timeOf(to) }
}
