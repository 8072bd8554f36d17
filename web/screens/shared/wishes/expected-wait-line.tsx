import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { BACKGROUND_HEADER } from '#schema/limits.ts'
import type { ExpectedWait } from '#schema/waits.ts'
import { useServices } from '../../../hooks/services.tsx'
import { interestName } from '../../../i18n/interest-name.ts'
import { numberLocale } from '../../../i18n/locales.ts'

const MINUTE = 60_000
/** The figures change once an hour. */
const FRESH_FOR = 10 * MINUTE
const IN_BACKGROUND = { [BACKGROUND_HEADER]: '1' }

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

interface ExpectedWaitLineProps {
  interests: readonly string[]
  /** When the search began. */
  since: number
}

/** Says on the search screen how long searches take at this hour, or nothing where it is not known. */
export function ExpectedWaitLine({ interests, since }: ExpectedWaitLineProps) {
  const { api } = useServices()
  const { data } = useQuery({
    queryKey: ['expected-wait', ...interests],
    staleTime: FRESH_FOR,
    retry: false,
    queryFn: async ({ signal }) =>
      (await api.call('getExpectedWait', { signal, headers: IN_BACKGROUND })).data,
  })
  const isLonger = useIsPast(data?.withinMinutes ? since + data.withinMinutes * MINUTE : null)
  const sentence = data ? waitSentence(data, isLonger) : ''
  return sentence === '' ? null : <p className="caption">{sentence}</p>
}

/** Returns whether a moment has passed. */
function useIsPast(moment: number | null): boolean {
  const [passed, setPassed] = useState<number | null>(null)
  useEffect(() => {
    if (moment === null) return
    const timer = setTimeout(() => setPassed(moment), Math.max(0, moment - Date.now()))
    return () => clearTimeout(timer)
  }, [moment])
  return moment !== null && passed === moment
}
