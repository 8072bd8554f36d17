import { dateLocale } from '../../../i18n/locales.ts'
import type { Planned } from './operations.ts'

type Hours = Pick<Planned, 'startsAt' | 'endsAt' | 'timeZone'>

/** Returns the day and the hours of an evening in the time of its zone. */
export function hoursText({ startsAt, endsAt, timeZone }: Hours): string {
  const format = new Intl.DateTimeFormat(dateLocale(), {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
  return format.formatRange(new Date(startsAt), new Date(endsAt))
}

/** Returns a day and two times of the day as the fields of the form hold them. */
export function hoursInForm({ startsAt, endsAt, timeZone }: Hours) {
  // The locale `sv` writes a date as YYYY-MM-DD and a time as HH:MM.
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const [day = '', from = ''] = format.format(new Date(startsAt)).split(' ')
  const [, until = ''] = format.format(new Date(endsAt)).split(' ')
  return { day, from, until }
}

export const zoneName = (timeZone: string) => timeZone.replaceAll('_', ' ')
