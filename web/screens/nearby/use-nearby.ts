import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BACKGROUND_HEADER, LIMITS } from '#schema/limits.ts'
import { NEARBY_FILTERS, type NearbyFilter, type NearbyPage, type NearbyUser } from '#schema/nearby.ts'
import { useServices } from '../../hooks/services.tsx'
import { NEARBY } from '../../state/list-keys.ts'
import { type NearbyPages, peopleOf, withoutPerson } from './nearby-pages.ts'

/** Most requests are automatic, every two minutes. */
const IN_BACKGROUND = { [BACKGROUND_HEADER]: '1' }
const STALE_AFTER = 5 * 60_000
const REFETCH_EVERY = 2 * 60_000

const keyOf = (filter: NearbyFilter) => [NEARBY, filter] as const
const hasResults = (data: NearbyPages | undefined) => (data?.pages[0]?.elements.length ?? 0) > 0

/** Loads people nearby page by page. It refetches by itself only while the list has entries (spec §4). */
export function useNearby() {
  const { api } = useServices()
  const queries = useQueryClient()
  const [filter, setFilter] = useState<NearbyFilter>('none')
  const { data, ...query } = useInfiniteQuery<
    NearbyPage,
    Error,
    NearbyPages,
    ReturnType<typeof keyOf>,
    number
  >({
    queryKey: keyOf(filter),
    initialPageParam: 0,
    staleTime: STALE_AFTER,
    refetchInterval: ({ state }) => (hasResults(state.data) ? REFETCH_EVERY : false),
    refetchOnWindowFocus: ({ state }) => hasResults(state.data),
    async queryFn({ pageParam, signal }) {
      const body = {
        pageNumber: pageParam,
        size: LIMITS.pageSize,
        paginated: 'true' as const,
        filterBy: filter,
      }
      return (await api.call('listNearby', { body, signal, headers: IN_BACKGROUND })).data
    },
    getNextPageParam: (last, pages) => (last.last || last.elements.length === 0 ? null : pages.length),
  })

  return {
    ...query,
    filter,
    people: data ? peopleOf(data) : [],
    total: data?.pages[0]?.totalElements ?? null,

    /** Starts at page 0 with an empty list, also for a filter that was used before (spec §4). */
    choose(next: NearbyFilter) {
      queries.removeQueries({ queryKey: keyOf(next) })
      setFilter(next)
    },

    /** Removes a person after a chat with them has started: they are in the conversation list now. */
    remove(person: NearbyUser) {
      for (const one of NEARBY_FILTERS)
        queries.setQueryData<NearbyPages>(keyOf(one), (pages) => pages && withoutPerson(pages, one, person))
    },

    refresh: () => queries.resetQueries({ queryKey: keyOf(filter) }),
  }
}
