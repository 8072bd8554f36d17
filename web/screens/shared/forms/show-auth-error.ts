import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { ApiFailure, messageOf } from '../../../data/failure.ts'
import type { ToastStore } from '../../../state/toasts.ts'

const TITLES = {
  Login: { refused: msg`Login failed`, unanswered: msg`Login Error` },
  Registration: { refused: msg`Registration failed`, unanswered: msg`Registration Error` },
}

/**
 * Shows a toast for a failed login or registration: 'Login failed' with the server's message, or 'Login Error'
 * without an answer (spec §8). Does nothing for a rate limit, which has its own toast.
 */
export function showAuthError(
  { show }: Pick<ToastStore, 'show'>,
  action: keyof typeof TITLES,
  error: unknown,
) {
  const status = error instanceof ApiFailure ? error.status : 0
  if (status === 429) return
  show({
    title: i18n._(TITLES[action][status ? 'refused' : 'unanswered']),
    description: messageOf(error, t`Something went wrong. Check your connection and try again.`),
    variant: 'destructive',
  })
}
