import { t } from '@lingui/core/macro'
import type { Kept, KeptUpdate } from '#schema/kept.ts'
import { isReportedAlready, messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'

/** Resolves to false after a toast with the reason. */
export type UpdateKept = (change: KeptUpdate) => Promise<boolean>

/** Returns a function that changes something about a kept member. */
export function useUpdateKept(userId: string, onChange: (changed: Kept) => void): UpdateKept {
  const { api, toasts } = useServices()

  return async (body) => {
    try {
      const { data } = await api.call('updateKept', { params: { userId }, body })
      onChange(data)
      return true
    } catch (error) {
      if (!isReportedAlready(error))
        toasts.show({
          title: t`We couldn't save this`,
          description: messageOf(error, t`Please try again.`),
          variant: 'destructive',
        })
      return false
    }
  }
}
