import { t } from '@lingui/core/macro'
import { isSessionOver, messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'

/** Returns a function that shows a failed request as a toast. */
export function useFailureToast() {
  const { toasts } = useServices()
  return (title: string, error: unknown) => {
    if (isSessionOver(error)) return
    toasts.show({ title, description: messageOf(error, t`Please try again.`), variant: 'destructive' })
  }
}
