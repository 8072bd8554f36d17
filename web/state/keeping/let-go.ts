import { t } from '@lingui/core/macro'
import type { Api } from '../../data/api.ts'
import { ApiFailure, isReportedAlready, messageOf } from '../../data/failure.ts'
import type { ToastStore } from '../toasts.ts'

interface LetGoDeps {
  api: Api
  toasts: Pick<ToastStore, 'show'>
}

/** Lets a kept member go. Returns whether the two do not keep in touch any more; a toast shows why they still do. */
export async function letGo({ api, toasts }: LetGoDeps, userId: string): Promise<boolean> {
  try {
    await api.call('letGo', { params: { userId } })
    return true
  } catch (error) {
    // The other one let go first.
    if (error instanceof ApiFailure && error.status === 404) return true
    if (!isReportedAlready(error))
      toasts.show({
        title: t`We couldn't let them go`,
        description: messageOf(error, t`Please try again.`),
        variant: 'destructive',
      })
    return false
  }
}
