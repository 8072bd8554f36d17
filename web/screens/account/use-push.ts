import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { PushPreferences, PushState } from '#schema/push.ts'
import { isReportedAlready, messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'

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

/** Returns a function that shows a failed change as a toast. */
export function usePushFailure() {
  const { toasts } = useServices()
  return (error: unknown) => {
    if (isReportedAlready(error)) return
    const description = messageOf(error, t`Please try again.`)
    toasts.show({ title: t`We couldn't change this setting`, description, variant: 'destructive' })
  }
}

/** Returns a function that saves what the member wants to be told. Changes are sent in their order. */
export function useSavePush() {
  const { api } = useServices()
  const { refetch, show } = usePushCache()
  const showFailure = usePushFailure()
  const last = useRef<Promise<unknown>>(Promise.resolve())

  return (preferences: PushPreferences) => {
    show(preferences)
    last.current = last.current
      .then(() => api.call('savePushPreferences', { body: preferences }))
      .catch((error: unknown) => {
        showFailure(error)
        return refetch()
      })
  }
}
