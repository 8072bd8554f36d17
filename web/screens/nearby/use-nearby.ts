import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { BACKGROUND_HEADER, LIMITS } from '#schema/limits.ts'
import type { NearbyFilter, NearbyPage, NearbyUser } from '#schema/nearby.ts'
import { NEARBY } from '../../state/member.ts'
import { useServices } from '../../state/react.tsx'

/** It is mostly asked for by itself, every two minutes. */
const IN_BACKGROUND = { [BACKGROUND_HEADER]: '1' }
const STALE_AFTER = 5 * 60_000
const REFETCH_EVERY = 2 * 60_000

type Pages = InfiniteData<NearbyPage, number>

const hasResults = (data: Pages | undefined) => (data?.pages[0]?.elements.length ?? 0) > 0

/** People nearby, page by page; another filter begins anew. Refetched by itself only while there is somebody (spec §4). */
export function useNearby(filterBy: NearbyFilter) {
  const { api } = useServices()
  const queries = useQueryClient()
  const { data, ...query } = useInfiniteQuery<NearbyPage, Error, Pages, readonly [string, string], number>({
    queryKey: [NEARBY, filterBy],
    initialPageParam: 0,
    staleTime: STALE_AFTER,
    refetchInterval: ({ state }) => (hasResults(state.data) ? REFETCH_EVERY : false),
    refetchOnWindowFocus: ({ state }) => hasResults(state.data),
    async queryFn({ pageParam, signal }) {
      const body = { pageNumber: pageParam, size: LIMITS.pageSize, paginated: 'true' as const, filterBy }
      return (await api.call('listNearby', { body, signal, headers: IN_BACKGROUND })).data
    },
    getNextPageParam: (last, pages) => (last.last || last.elements.length === 0 ? null : pages.length),
  })

  /** Whom one talks with is in the other list now. */
  function remove(userId: string) {
    queries.setQueriesData<Pages>({ queryKey: [NEARBY] }, (pages) => pages && without(pages, userId))
  }

  const people = data ? flatten(data) : []
  return {
    ...query,
    people,
    total: data?.pages[0]?.totalElements ?? null,
    remove,
    refresh: () => queries.resetQueries({ queryKey: [NEARBY, filterBy] }),
  }
}

/** Each person once, though pages move while they are read. */
const flatten = (data: Pages): NearbyUser[] => [
  ...new Map(data.pages.flatMap((page) => page.elements).map((one) => [one.id, one])).values(),
]

const without = (data: Pages, userId: string): Pages => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    totalElements: Math.max(0, page.totalElements - 1),
    elements: page.elements.filter(({ id }) => id !== userId),
  })),
})
