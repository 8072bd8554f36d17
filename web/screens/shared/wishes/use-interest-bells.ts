import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { InterestBells, SetInterestBell } from '#schema/bells.ts'
import { BACKGROUND_HEADER } from '#schema/limits.ts'
import { isSessionOver, messageOf } from '../../../data/failure.ts'
import { useServices } from '../../../hooks/services.tsx'

/** Returns the bells with one changed. */
export const withBell = ({ bells }: InterestBells, { interest, on }: SetInterestBell): InterestBells => ({
  bells: bells.map((bell) => (bell.interest === interest ? { interest, on } : bell)),
})

/**
 * Loads the bells of the member's interests, and returns how to change one. Changes show at once and are sent in their
 * order. One that the server refuses is taken back, and `refusals` says why, by interest.
 */
export function useInterestBells(interests: readonly string[]) {
  const { api } = useServices()
  const queries = useQueryClient()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const [refusals, setRefusals] = useState<Readonly<Record<string, string | undefined>>>({})
  const queryKey = ['interest-bells', ...interests]
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey,
    staleTime: 0,
    retry: false,
    queryFn: async ({ signal }) =>
      (await api.call('getInterestBells', { signal, headers: { [BACKGROUND_HEADER]: '1' } })).data,
  })
  const show = (change: SetInterestBell) =>
    queries.setQueryData<InterestBells>(queryKey, (before) => before && withBell(before, change))

  function set(change: SetInterestBell) {
    const { interest, on } = change
    setRefusals((before) => ({ ...before, [interest]: undefined }))
    show(change)
    last.current = last.current
      .then(() => api.call('setInterestBell', { body: change }))
      .catch((error: unknown) => {
        show({ interest, on: !on })
        if (isSessionOver(error)) return
        setRefusals((before) => ({ ...before, [interest]: messageOf(error, t`Please try again.`) }))
      })
  }

  const bells = data?.bells ?? null
  return { bells, isLoading: isFetching, hasFailed: bells === null && isError, retry: refetch, set, refusals }
}
