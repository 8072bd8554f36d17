import { useCallback, useEffect, useRef, useState } from 'react'
import { useServices } from '../../state/react.tsx'
import { type AdminData, MOCK_DATA } from './mock-data.ts'

export type AdminState =
  | { source: 'loading'; data: null; at: null; searched: '' }
  /** `searched` is what its users were searched by. */
  | { source: 'real'; data: AdminData; at: Date; searched: string }
  /** The server could not be asked, or would not tell. */
  | { source: 'mock'; data: AdminData; at: null; searched: '' }

const LOADING: AdminState = { source: 'loading', data: null, at: null, searched: '' }
const MOCK: AdminState = { source: 'mock', data: MOCK_DATA, at: null, searched: '' }
const TYPED_FOR = 300

export function useAdminData({ enabled }: { enabled: boolean }) {
  const { api } = useServices()
  const [state, setState] = useState<AdminState>(enabled ? LOADING : MOCK)
  const [refreshing, setRefreshing] = useState(false)
  const [search, setSearch] = useState('')
  const latest = useRef(0)

  const load = useCallback(
    async (wanted: string) => {
      latest.current += 1
      const mine = latest.current
      setRefreshing(true)
      try {
        const [stats, users, launch] = await Promise.all([
          api.call('getAdminStats', {}),
          api.call('listAdminUsers', { query: wanted ? { search: wanted } : {} }),
          api.call('listLaunchNotifications', { query: {} }),
        ])
        if (mine !== latest.current) return
        const data = {
          stats: stats.data.responseData,
          users: users.data.responseData,
          launch: launch.data.responseData,
        }
        setState({ source: 'real', data, at: new Date(), searched: wanted })
      } catch {
        if (mine === latest.current) setState(MOCK)
      } finally {
        if (mine === latest.current) setRefreshing(false)
      }
    },
    [api],
  )

  useEffect(() => {
    if (!enabled) return
    const timer = setTimeout(() => void load(search.trim()), search === '' ? 0 : TYPED_FOR)
    return () => clearTimeout(timer)
  }, [enabled, load, search])

  return { state, refreshing, refresh: () => load(search.trim()), search, setSearch }
}
