import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PushPreferences, PushState } from '#schema/push.ts'
import { useServices } from './services.tsx'

const PUSH = ['/api/v1/push'] as const

/** Loads the push messages of the member. Null until then, and when they cannot be loaded. */
export function usePush(): PushState | null {
  const { api } = useServices()
  const { data } = useQuery({
    queryKey: PUSH,
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.call('getPush', { signal })).data,
  })
  return data ?? null
}

/** Returns how to load them again, and how to show a change before the server has it. */
export function usePushCache() {
  const queries = useQueryClient()
  return {
    refetch: () => queries.invalidateQueries({ queryKey: PUSH }),
    show: (preferences: PushPreferences) =>
      queries.setQueryData<PushState>(PUSH, (before) => before && { ...before, preferences }),
  }
}
