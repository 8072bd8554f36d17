import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Kept, KeptPage } from '#schema/kept.ts'
import { BACKGROUND_HEADER } from '#schema/limits.ts'
import { useMember } from '../../hooks/member.tsx'
import { useServices, useStore } from '../../hooks/services.tsx'
import { withTexts } from '../../i18n/with-texts.ts'
import { KEPT } from '../../state/list-keys.ts'

type KeptPages = InfiniteData<KeptPage, number>

/** The member did not cause most of these requests. */
const IN_BACKGROUND = { [BACKGROUND_HEADER]: '1' }
const KEY = [KEPT] as const

export type KeptList = ReturnType<typeof useKept>

/** Loads the members whom the caller keeps in touch with, page by page. */
export function useKept() {
  const { api } = useServices()
  const queries = useQueryClient()
  const connected = useStore(useMember().stream.connected)
  const { data, ...query } = useInfiniteQuery<KeptPage, Error, KeptPages, typeof KEY, number>({
    queryKey: KEY,
    // Before the stream begins, a change could be missed.
    enabled: connected,
    initialPageParam: 0,
    async queryFn({ pageParam, signal }) {
      const query = { pageNumber: `${pageParam}` }
      return (await api.call('listKept', { query, signal, headers: IN_BACKGROUND })).data
    },
    getNextPageParam: (last, pages) => (last.last ? null : pages.length),
  })
  // Without a connection, presence is unknown.
  const people = data ? flatten(data).map((one) => (connected ? one : { ...one, online: null })) : []
  return {
    ...query,
    people,

    /** Shows a changed member. */
    replace: (changed: Kept) =>
      void queries.setQueryData<KeptPages>(
        KEY,
        (pages) => pages && mapKept(pages, (one) => (one.userId === changed.userId ? changed : one)),
      ),
  }
}

/** Returns each member once: a page can repeat rows that have moved. */
const flatten = (data: KeptPages): Kept[] => [
  ...new Map(data.pages.flatMap(({ elements }) => elements).map((one) => [one.userId, one])).values(),
]

const mapKept = (data: KeptPages, to: (one: Kept) => Kept): KeptPages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, elements: page.elements.map(to) })),
})

/** Keeps the list up to date with the live stream, and tells once of each member who is new in it. */
export function useLiveKept() {
  const { toasts } = useServices()
  const { stream } = useMember()
  const queries = useQueryClient()

  useEffect(() => {
    const refetch = () => void queries.invalidateQueries({ queryKey: KEY })
    const pages = () => queries.getQueryData<KeptPages>(KEY)
    const setOnline = (userId: string, online: boolean) =>
      queries.setQueryData<KeptPages>(
        KEY,
        (data) =>
          data &&
          mapKept(data, (one) => (one.userId === userId && one.online !== null ? { ...one, online } : one)),
      )
    async function tell(kept: Kept) {
      const words = await withTexts('people', import('../../state/keeping/kept-news.ts')).catch(() => null)
      if (words) toasts.show(words.keptNews(kept))
    }
    const stops = [
      stream.on('kept', ({ kept, ...change }) => {
        const known = pages()
        const isNew = known && !flatten(known).some(({ userId }) => userId === change.userId)
        if (kept && isNew) void tell(change)
        refetch()
      }),
      stream.on('USER_ONLINE', ({ userId }) => setOnline(userId, true)),
      stream.on('USER_OFFLINE', ({ userId }) => setOnline(userId, false)),
      // The first stream of a page begins with it as well: the list is on its way then.
      stream.on('resync', () => void queries.invalidateQueries({ queryKey: KEY }, { cancelRefetch: false })),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [stream, queries, toasts])
}
