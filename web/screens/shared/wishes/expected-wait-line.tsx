import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { BACKGROUND_HEADER } from '#schema/limits.ts'
import { useServices } from '../../../hooks/services.tsx'
import { waitSentence } from './wait-sentence.ts'

const MINUTE = 60_000
/** The figures change once an hour. */
const FRESH_FOR = 10 * MINUTE
const IN_BACKGROUND = { [BACKGROUND_HEADER]: '1' }

interface ExpectedWaitLineProps {
  interests: readonly string[]
  /** When the search began; null before it. */
  since: number | null
}

/** Says how long searches take at this hour, or nothing where it is not known. */
export function ExpectedWaitLine({ interests, since }: ExpectedWaitLineProps) {
  const { api } = useServices()
  const { data } = useQuery({
    queryKey: ['expected-wait', ...interests],
    staleTime: FRESH_FOR,
    retry: false,
    queryFn: async ({ signal }) =>
      (await api.call('getExpectedWait', { signal, headers: IN_BACKGROUND })).data,
  })
  const isLonger = useIsPast(
    since !== null && data?.withinMinutes ? since + data.withinMinutes * MINUTE : null,
  )
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
