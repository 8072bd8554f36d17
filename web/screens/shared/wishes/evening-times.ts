import type { Evening } from '#schema/evenings.ts'
import { dateLocale } from '../../../i18n/locales.ts'

/** Returns when an evening begins, in the time zone of this device. */
export const beginText = ({ startsAt }: Pick<Evening, 'startsAt'>) =>
  new Date(startsAt).toLocaleString(dateLocale(), {
    weekday: 'long',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })

/** Returns the evenings that have not ended: the one to show, and those after it. */
export function nextEvenings(evenings: readonly Evening[], now: number) {
  const ahead = evenings.filter(({ endsAt }) => Date.parse(endsAt) > now)
  const next = ahead.find(({ cancelled }) => !cancelled) ?? ahead[0] ?? null
  return { next, later: ahead.filter((one) => one !== next) }
}

export const isRunning = ({ startsAt, cancelled }: Evening, now: number) =>
  !cancelled && Date.parse(startsAt) <= now
