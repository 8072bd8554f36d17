import { ApiFailure, messageOf } from '../../data/failure.ts'
import type { ToastStore } from '../../state/toasts.ts'

/**
 * Shows why a visitor was not let in: 'Login failed' with the server's message, or 'Login Error' when there was no answer
 * (spec §8). Leaves the toast that asks to slow down.
 */
export function tellRefusal(
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
