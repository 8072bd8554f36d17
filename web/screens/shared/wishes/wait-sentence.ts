import { plural, t } from '@lingui/core/macro'
import type { ExpectedWait } from '#schema/waits.ts'
import { interestName } from '../../../i18n/interest-name.ts'
import { numberLocale } from '../../../i18n/locales.ts'

/** Returns what the member can expect; an empty text where nothing is known. */
export function waitSentence({ interest, withinMinutes, betterAt }: ExpectedWait, isLonger: boolean): string {
  if (interest === null) return ''
  if (withinMinutes !== null && isLonger) return t`This search is taking longer than usual.`
  const name = interestName(interest)
  if (withinMinutes !== null)
    return plural(withinMinutes, {
      one: `Most people who like ${{ interest: name }} find someone within a minute at this hour.`,
      other: `Most people who like ${{ interest: name }} find someone within # minutes at this hour.`,
    })
  if (betterAt === null) return t`Most people who like ${{ interest: name }} wait a long time at this hour.`
  const time = new Date(betterAt).toLocaleTimeString(numberLocale(), { timeStyle: 'short' })
  return t`Most people who like ${{ interest: name }} wait a long time at this hour. Around ${time}, it is faster.`
}
