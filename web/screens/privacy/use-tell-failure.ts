import { isSessionOver, messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'

/** Says what went wrong. */
export function useTellFailure() {
  const { toasts } = useServices()
  return (title: string, error: unknown) => {
    if (isSessionOver(error)) return
    toasts.show({ title, description: messageOf(error, 'Please try again.'), variant: 'destructive' })
  }
}
