import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import { LIMITS } from '#schema/limits.ts'
import { ApiFailure, isSessionOver, messageOf } from '../../data/failure.ts'
import type { Operation } from '../../data/operation.ts'
import { useServices } from '../../hooks/services.tsx'
import { useQueryOnce } from '../../hooks/use-query-once.ts'

export interface Page<Item> {
  totalCount: number
  endCursor: string | null
  nodes: readonly Item[]
}

export interface PagesOf<Item> {
  page: Page<Item> | null
  /** The whole list is being loaded. */
  loading: boolean
  /** The next page is being loaded. */
  adding: boolean
  failure: ApiFailure | null
  /** Where the focus goes after its element was removed: a row's id, or null for the heading. */
  landing: { id: string | null } | null
  refresh(): Promise<void>
  more(): Promise<void>
  /** Reloads the list with `count` new rows and focuses the first of them. */
  loadNew(count: number): Promise<void>
  /** Removes decided items from the list. */
  drop(isDone: (item: Item) => boolean): void
}

export interface PagesOptions<Item, Data> {
  /** Filters by state, in lists that have one. */
  status?: 'OPEN' | 'DECIDED'
  /** Further filters. They must not change while the list is mounted. */
  filter?: object
  pageIn(data: Data): Page<Item>
  /** Whether the list is visible. It reloads each time it becomes visible. */
  shown: boolean
  /** Called with the number of rows that other moderators have removed. */
  onGone?: (count: number) => void
}

const STEP = 20

/** The variables of every paged operation. */
export interface Paged {
  status?: 'OPEN' | 'DECIDED'
  first?: number
  after?: string | null
}

/**
 * Loads a list that other moderators change at the same time. Each load starts at the first page: pages of a changing
 * list would repeat some rows and miss others.
 */
export function usePages<Item extends { id: string }, Data>(
  operation: Operation<Data, Paged>,
  { status, filter, pageIn, shown, onGone }: PagesOptions<Item, Data>,
): PagesOf<Item> {
  const { toasts } = useServices()
  const query = useQueryOnce(operation)
  const [page, setPage] = useState<Page<Item> | null>(null)
  const [loading, setLoading] = useState(false)
  const [adding, setAdding] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [landing, setLanding] = useState<PagesOf<Item>['landing']>(null)
  const now = useRef({ page, requests: 0, done: new Set<string>() })

  const store = (next: Page<Item>) => {
    now.current.page = next
    setPage(next)
  }

  async function read(wanted: number): Promise<Page<Item>> {
    let whole: Page<Item> = { totalCount: 0, endCursor: null, nodes: [] }
    do {
      const left = Math.min(wanted, LIMITS.maxPageSize)
      const added = pageIn(
        await query({ ...filter, ...(status && { status }), first: left, after: whole.endCursor }),
      )
      whole = { ...added, nodes: union(whole.nodes, added.nodes) }
    } while (whole.endCursor && whole.nodes.length < wanted)
    const { done } = now.current
    const nodes = whole.nodes.filter(({ id }) => !done.has(id))
    return { ...whole, nodes, totalCount: whole.totalCount - (whole.nodes.length - nodes.length) }
  }

  /** Reads further than wanted when new rows have pushed shown rows beyond the end. */
  async function readAround(wanted: number) {
    const missingFrom = ({ nodes }: Page<Item>) => {
      const ids = new Set(nodes.map(({ id }) => id))
      return (now.current.page?.nodes ?? []).filter(({ id }) => !ids.has(id)).length
    }
    const whole = await read(wanted)
    const missing = missingFrom(whole)
    const found = missing > 0 && whole.endCursor ? await read(wanted + missing) : whole
    return { found, gone: missingFrom(found) }
  }

  /** Loads the list, unless a later load has started since. @throws ApiFailure */
  async function load(wanted: number, { land = false } = {}): Promise<void> {
    const known = new Set(now.current.page?.nodes.map(({ id }) => id))
    now.current.requests += 1
    const ownRequest = now.current.requests
    try {
      const { found, gone } = await readAround(wanted)
      if (ownRequest !== now.current.requests) return
      const before = now.current.page?.nodes ?? []
      store(found)
      setFailure(null)
      if (land) setLanding({ id: found.nodes.find(({ id }) => !known.has(id))?.id ?? null })
      else if (gone > 0) setLanding({ id: afterGone(before, found.nodes) })
      if (gone > 0) onGone?.(gone)
    } catch (error) {
      if (ownRequest === now.current.requests) throw error
    }
  }

  const shownNow = () => now.current.page?.nodes.length ?? 0

  async function reload(...request: Parameters<typeof load>) {
    setLoading(true)
    try {
      await load(...request)
    } catch (error) {
      setFailure(error instanceof ApiFailure ? error : null)
    }
    setLoading(false)
  }

  const refresh = () => reload(Math.max(STEP, shownNow()))
  const refreshNow = useRef(refresh)
  refreshNow.current = refresh
  useEffect(() => {
    if (shown) void refreshNow.current()
  }, [shown])

  return {
    page,
    loading,
    adding,
    failure,
    landing,
    refresh,

    async more() {
      setAdding(true)
      try {
        await load(shownNow() + STEP, { land: true })
      } catch (error) {
        if (!isSessionOver(error))
          toasts.show({
            title: t`We couldn't load more`,
            description: messageOf(error, t`Please try again.`),
            variant: 'destructive',
          })
      }
      setAdding(false)
    },

    loadNew: (count) =>
      reload(Math.max(STEP, shownNow() + (now.current.page?.endCursor ? 0 : count)), { land: true }),

    drop(isDone) {
      const { page: before, done } = now.current
      if (!before) return
      const first = before.nodes.findIndex(isDone)
      if (first < 0) return
      const nodes = before.nodes.filter((item) => !isDone(item))
      for (const item of before.nodes) if (isDone(item)) done.add(item.id)
      store({ ...before, nodes, totalCount: before.totalCount - (before.nodes.length - nodes.length) })
      setLanding({ id: (before.nodes.slice(first).find((item) => !isDone(item)) ?? null)?.id ?? null })
      if (nodes.length === 0 && before.endCursor) void refresh()
    },
  }
}

/** Returns the id of the first remaining row after a removed one; null if none follows. */
function afterGone(before: readonly { id: string }[], rest: readonly { id: string }[]): string | null {
  const ids = new Set(rest.map(({ id }) => id))
  const first = before.findIndex(({ id }) => !ids.has(id))
  return before.slice(first).find(({ id }) => ids.has(id))?.id ?? null
}

function union<Item extends { id: string }>(before: readonly Item[], added: readonly Item[]) {
  const known = new Set(before.map(({ id }) => id))
  return [...before, ...added.filter(({ id }) => !known.has(id))]
}
