import { t } from '@lingui/core/macro'
import { dateLocale, numberLocale } from '../../i18n/locales.ts'

const DAY = 86_400_000
const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

/** Returns the days between the date of a time and today; 0 for today. */
const daysAgo = (date: Date, now: Date) => Math.max(0, Math.round((midnight(now) - midnight(date)) / DAY))

export const isToday = (time: string, now = new Date()) => daysAgo(new Date(time), now) === 0

/** Returns Today, Yesterday, Tuesday, or 18 Nov. */
export function dayOf(time: string, now = new Date()): string {
  const date = new Date(time)
  const days = daysAgo(date, now)
  if (days === 0) return t`Today`
  if (days === 1) return t`Yesterday`
  if (days < 7) return date.toLocaleDateString(dateLocale(), { weekday: 'long' })
  const sameYear = date.getFullYear() === now.getFullYear()
  return date.toLocaleDateString(dateLocale(), {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  })
}

/** Returns a time such as 9:05 PM: unlike English dates, English times are not British. */
export const timeOf = (time: string) =>
  new Date(time).toLocaleTimeString(numberLocale(), { timeStyle: 'short' })

/** Returns the time for today and the day for earlier dates. */
export const whenOf = (time: string) => (isToday(time) ? timeOf(time) : dayOf(time))
