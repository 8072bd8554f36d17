import { numberLocale } from './locales.ts'

interface Range<Time> {
  from: Time
  to: Time
}

/** Returns two full hours of a day as times of day in the page's language: from 9 to 18 as `9 AM` and `6 PM`, or `9 Uhr`. */
export function timesOfDay({ from, to }: Range<number>): Range<string> {
  const format = new Intl.DateTimeFormat(numberLocale(), { hour: 'numeric', timeZone: 'UTC' })
  // Intl writes a narrow space before AM and PM, where our English texts have an ordinary one, and `09` in some languages.
  const timeOf = (hour: number) =>
    format
      .format(Date.UTC(2000, 0, 1, hour))
      .replace('\u202f', ' ')
      .replace(/^0/, '')
  return { from: timeOf(from), to: timeOf(to) }
}
