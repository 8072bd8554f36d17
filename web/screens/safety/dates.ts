import { t } from '@lingui/core/macro'
import { dateLocale, numberLocale } from '../../i18n/locales.ts'

/** Returns a date such as 18 November, with the year if it is not this year. */
export function dateOf(time: string, now = new Date()): string {
  const date = new Date(time)
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const)
  return date.toLocaleDateString(dateLocale(), { day: 'numeric', month: 'long', ...year })
}

/** Returns the end of a sanction, such as "Friday, 18 November, 9:05 PM". */
export function endOf(end: string, now = new Date()): string {
  const weekday = weekdayOf(new Date(end))
  const date = dateOf(end, now)
  const time = hourOf(new Date(end))
  return t({ message: `${weekday}, ${date}, ${time}`, comment: 'Such as: Friday, 18 November, 9:05 PM' })
}

/** Returns 9:05 PM for today, and Thursday 9:05 PM for another day. */
export function timeOf(moment: string, now = new Date()): string {
  const date = new Date(moment)
  const time = hourOf(date)
  if (date.toDateString() === now.toDateString()) return time
  const weekday = weekdayOf(date)
  return t({ message: `${weekday} ${time}`, comment: 'Such as: Thursday 9:05 PM' })
}

const weekdayOf = (date: Date) => date.toLocaleDateString(numberLocale(), { weekday: 'long' })

const hourOf = (date: Date) => date.toLocaleTimeString(numberLocale(), { timeStyle: 'short' })
