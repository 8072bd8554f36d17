import { ApiFailure, messageOf } from '../../data/failure.ts'
import type { ToastStore } from '../../state/toasts.ts'

/**
 * Shows a toast for a failed login or registration: 'Login failed' with the server's message, or 'Login Error'
 * without an answer (spec §8). Does nothing for a rate limit, which has its own toast.
 */
export function showAuthError(
  { show }: Pick<ToastStore, 'show'>,
  action: 'Login' | 'Registration',
  error: unknown,
) {
  const status = error instanceof ApiFailure ? error.status : 0
  if (status === 429) return
  show({
    title: `${action} ${status ? 'failed' : 'Error'}`,
    description: messageOf(error, 'Something went wrong. Check your connection and try again.'),
    variant: 'destructive',
  })
}
