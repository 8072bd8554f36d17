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
  /** The list as a whole is asked for. */
  loading: boolean
  /** More of it is asked for. */
  adding: boolean
  failure: ApiFailure | null
  /** Where the focus goes on when what had it is gone: a row's id, or null for the heading. */
  landing: { id: string | null } | null
  refresh(): Promise<void>
  more(): Promise<void>
  /** The list anew, with as many that were added at its end if that is shown; the focus goes to what is new. */
  takeIn(count: number): Promise<void>
  /** Takes away what is done with. */
  drop(isDone: (item: Item) => boolean): void
}

export interface PagesOptions<Item, Data> {
  /** Of which state; not every list asks. */
  status?: 'OPEN' | 'DECIDED'
  /** What narrows the list; it stays the same for as long as the list stands. */
  filter?: object
  pageIn(data: Data): Page<Item>
  /** A list that stays is looked at again each time it is shown. */
  shown: boolean
  /** So many were there before and no longer are, and not because of what was done here. */
  onGone?: (count: number) => void
}

const STEP = 20

/** The variables that every paged operation has. */
export interface Paged {
  status?: 'OPEN' | 'DECIDED'
  first?: number
  after?: string | null
}

/**
 * A list that others change while it is read. It is always asked for from its start, however long it has become: pages of
 * a list that moves would show some rows twice and others never.
 */
export function usePages<Item extends { id: string }, Data>(
  operation: Operation<Data, Paged>,
  { status, filter, pageIn, shown, onGone }: PagesOptions<Item, Data>,
): PagesOf<Item> {
  const { toasts } = useServices()
  const ask = useQueryOnce(operation)
  const [page, setPage] = useState<Page<Item> | null>(null)
  const [loading, setLoading] = useState(false)
  const [adding, setAdding] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [landing, setLanding] = useState<PagesOf<Item>['landing']>(null)
  const now = useRef({ page, asked: 0, done: new Set<string>() })

  const keep = (next: Page<Item>) => {
    now.current.page = next
    setPage(next)
  }

  async function read(wanted: number): Promise<Page<Item>> {
    let whole: Page<Item> = { totalCount: 0, endCursor: null, nodes: [] }
    do {
      const left = Math.min(wanted, LIMITS.maxPageSize)
      const added = pageIn(
        await ask({ ...filter, ...(status && { status }), first: left, after: whole.endCursor }),
      )
      whole = { ...added, nodes: union(whole.nodes, added.nodes) }
    } while (whole.endCursor && whole.nodes.length < wanted)
    const { done } = now.current
    const nodes = whole.nodes.filter(({ id }) => !done.has(id))
    return { ...whole, nodes, totalCount: whole.totalCount - (whole.nodes.length - nodes.length) }
  }

  /** Nothing that is shown is lost because others came before it. */
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

  /** What a later one has overtaken changes nothing any more. @throws ApiFailure */
  async function load(wanted: number, { land = false } = {}): Promise<void> {
    const known = new Set(now.current.page?.nodes.map(({ id }) => id))
    now.current.asked += 1
    const mine = now.current.asked
    try {
      const { found, gone } = await readAround(wanted)
      if (mine !== now.current.asked) return
      const before = now.current.page?.nodes ?? []
      keep(found)
      setFailure(null)
      if (land) setLanding({ id: found.nodes.find(({ id }) => !known.has(id))?.id ?? null })
      else if (gone > 0) setLanding({ id: afterGone(before, found.nodes) })
      if (gone > 0) onGone?.(gone)
    } catch (error) {
      if (mine === now.current.asked) throw error
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
            title: 'More could not be loaded',
            description: messageOf(error, 'Please try again.'),
            variant: 'destructive',
          })
      }
      setAdding(false)
    },

    takeIn: (count) =>
      reload(Math.max(STEP, shownNow() + (now.current.page?.endCursor ? 0 : count)), { land: true }),

    drop(isDone) {
      const { page: before, done } = now.current
      if (!before) return
      const first = before.nodes.findIndex(isDone)
      if (first < 0) return
      const nodes = before.nodes.filter((item) => !isDone(item))
      for (const item of before.nodes) if (isDone(item)) done.add(item.id)
      keep({ ...before, nodes, totalCount: before.totalCount - (before.nodes.length - nodes.length) })
      setLanding({ id: (before.nodes.slice(first).find((item) => !isDone(item)) ?? null)?.id ?? null })
      if (nodes.length === 0 && before.endCursor) void refresh()
    },
  }
}

/** Returns the id of the first row that stayed after a row that is gone; null when none follows. */
function afterGone(before: readonly { id: string }[], rest: readonly { id: string }[]): string | null {
  const ids = new Set(rest.map(({ id }) => id))
  const first = before.findIndex(({ id }) => !ids.has(id))
  return before.slice(first).find(({ id }) => ids.has(id))?.id ?? null
}

function union<Item extends { id: string }>(before: readonly Item[], added: readonly Item[]) {
  const known = new Set(before.map(({ id }) => id))
  return [...before, ...added.filter(({ id }) => !known.has(id))]
}
