import { t } from '@lingui/core/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Api } from '../../data/api.ts'
import { isReportedAlready, messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'
import { type AdminData, type AdminPage, mockData } from './mock-data.ts'

export type AdminState =
  | { source: 'loading'; data: null; at: null; shownFilter: '' }
  /** `shownFilter`: the part of a name or email that the users were loaded with; empty for all users. */
  | { source: 'real'; data: AdminData; at: Date; shownFilter: string }
  /** The server could not be reached or refused. */
  | { source: 'mock'; data: AdminData; at: null; shownFilter: '' }

const LOADING: AdminState = { source: 'loading', data: null, at: null, shownFilter: '' }
const mock = (): AdminState => ({ source: 'mock', data: mockData(), at: null, shownFilter: '' })
const TYPING_DELAY = 300

/** The paged lists. */
export type AdminListName = 'users' | 'launch'

interface Wanted {
  search?: string
  before?: string
}

const pageIn = <Element>(body: { responseData: Element[]; totalElements: number }): AdminPage<Element> => ({
  elements: body.responseData,
  total: body.totalElements,
})
const usersOf = async (api: Api, query: Wanted) => pageIn((await api.call('listAdminUsers', { query })).data)
const launchOf = async (api: Api, query: Wanted) =>
  pageIn((await api.call('listLaunchNotifications', { query })).data)

/** Returns the list with the page after it. An entry that is already there is not repeated. */
export function withMore<Element extends { id: string }>(
  before: AdminPage<Element>,
  { elements, total }: AdminPage<Element>,
): AdminPage<Element> {
  const known = new Set(before.elements.map(({ id }) => id))
  return { elements: [...before.elements, ...elements.filter(({ id }) => !known.has(id))], total }
}

export function useAdminData({ enabled }: { enabled: boolean }) {
  const { api, toasts } = useServices()
  const [state, setState] = useState<AdminState>(() => (enabled ? LOADING : mock()))
  const [refreshing, setRefreshing] = useState(false)
  const [adding, setAdding] = useState<AdminListName | null>(null)
  const [filter, setFilter] = useState('')
  const latest = useRef(0)

  const load = useCallback(
    async (text: string) => {
      latest.current += 1
      const ownRequest = latest.current
      setRefreshing(true)
      try {
        const [stats, users, launch] = await Promise.all([
          api.call('getAdminStats', {}),
          usersOf(api, text ? { search: text } : {}),
          launchOf(api, {}),
        ])
        if (ownRequest !== latest.current) return
        const data = { stats: stats.data.responseData, users, launch }
        setState({ source: 'real', data, at: new Date(), shownFilter: text })
      } catch {
        if (ownRequest === latest.current) setState(mock())
      } finally {
        if (ownRequest === latest.current) setRefreshing(false)
      }
    },
    [api],
  )

  /** Adds the next page to a list, unless the list was loaded again since then. */
  async function more(list: AdminListName) {
    if (state.source !== 'real') return
    const { data, shownFilter } = state
    const ownRequest = latest.current
    const before = data[list].elements.at(-1)?.id
    const query = {
      ...(before && { before }),
      ...(list === 'users' && shownFilter && { search: shownFilter }),
    }
    setAdding(list)
    try {
      const changed =
        list === 'users'
          ? { users: withMore(data.users, await usersOf(api, query)) }
          : { launch: withMore(data.launch, await launchOf(api, query)) }
      if (ownRequest === latest.current)
        setState((now) => (now.source === 'real' ? { ...now, data: { ...now.data, ...changed } } : now))
    } catch (error) {
      if (!isReportedAlready(error))
        toasts.show({
          title: t`We couldn't load more`,
          description: messageOf(error, t`Please try again.`),
          variant: 'destructive',
        })
    } finally {
      setAdding(null)
    }
  }

  useEffect(() => {
    if (!enabled) return
    const timer = setTimeout(() => void load(filter.trim()), filter === '' ? 0 : TYPING_DELAY)
    return () => clearTimeout(timer)
  }, [enabled, load, filter])

  return { state, refreshing, refresh: () => load(filter.trim()), adding, more, filter, setFilter }
}
