import { t } from '@lingui/core/macro'
import { useRef } from 'react'
import type { PushPreferences } from '#schema/push.ts'
import { isReportedAlready, messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'
import { usePushCache } from '../../hooks/use-push.ts'

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
