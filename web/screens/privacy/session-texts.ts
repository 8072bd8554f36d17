import { t } from '@lingui/core/macro'
import { dateLocale, numberLocale } from '../../i18n/locales.ts'
import type { AccountSession } from './operations.ts'

const DAY = 86_400_000

/** Returns the name of a browser, with its system if that is known. */
export const browserOn = ({ browser, system }: { browser: string; system: string }) =>
  system.startsWith('Unknown') ? browser : t`${browser} on ${system}`

/** Returns when a session was used and began, and its address if there is one. */
export function factsOf({
  lastUsed,
  created,
  address,
}: Pick<AccountSession, 'lastUsed' | 'created' | 'address'>) {
  const used = lastUsedText(lastUsed)
  const begun = loggedInText(created)
  return address
    ? t({
        message: `${used}, ${begun}, ${address}`,
        comment: 'Last used at 9:05 PM, logged in today, 192.0.2.1',
      })
    : t({ message: `${used}, ${begun}`, comment: 'Last used at 9:05 PM, logged in today' })
}

function lastUsedText(moment: string): string {
  const days = daysSince(moment)
  if (days <= 0) return t`Last used at ${{ time: hourOf(moment) }}`
  if (days === 1) return t`Last used yesterday`
  return days < 7
    ? t`Last used on ${{ weekday: weekdayOf(moment) }}`
    : t`Last used on ${{ date: dateOf(moment) }}`
}

function loggedInText(moment: string): string {
  const days = daysSince(moment)
  if (days <= 0) return t`logged in today`
  if (days === 1) return t`logged in yesterday`
  return days < 7
    ? t`logged in on ${{ weekday: weekdayOf(moment) }}`
    : t`logged in on ${{ date: dateOf(moment) }}`
}

const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
const daysSince = (moment: string) => Math.round((midnight(new Date()) - midnight(new Date(moment))) / DAY)

const hourOf = (moment: string) => new Date(moment).toLocaleTimeString(numberLocale(), { timeStyle: 'short' })

const weekdayOf = (moment: string) => new Date(moment).toLocaleDateString(numberLocale(), { weekday: 'long' })

/** Returns 18 Nov, with the year if it is not this year. */
function dateOf(moment: string): string {
  const date = new Date(moment)
  const year = date.getFullYear() === new Date().getFullYear() ? {} : ({ year: 'numeric' } as const)
  return date.toLocaleDateString(dateLocale(), { day: 'numeric', month: 'short', ...year })
}
