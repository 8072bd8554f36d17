import { ApiFailure, messageOf } from '../../data/failure.ts'
import { useServices } from '../../state/react.tsx'

/** The session has ended, which was told then; everything else over GraphQL is the screen's to say. */
export const isSessionOver = (error: unknown) => error instanceof ApiFailure && error.status === 401

/** Says what went wrong. */
export function useTellFailure() {
  const { toasts } = useServices()
  return (title: string, error: unknown) => {
    if (isSessionOver(error)) return
    toasts.show({ title, description: messageOf(error, 'Please try again.'), variant: 'destructive' })
  }
}
