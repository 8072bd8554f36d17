import type { Api } from '../../data/api.ts'
import { isReportedAlready, messageOf } from '../../data/failure.ts'
import type { ToastStore } from '../toasts.ts'

interface SafetyDeps {
  api: Api
  toasts: Pick<ToastStore, 'show'>
}

/** Reports and blocks a partner. Shows a toast and returns false when the report fails. */
export async function reportPartner({ api, toasts }: SafetyDeps, partnerId: string, reason: string) {
  try {
    await api.call('reportUser', { body: { reportedUserId: partnerId, reason } })
  } catch (error) {
    if (!isReportedAlready(error))
      toasts.show({
        title: 'Report Failed',
        description: 'There was a problem submitting your report. Please try again.',
        variant: 'destructive',
      })
    return false
  }
  toasts.show({
    title: 'User Reported and Blocked',
    description: 'You can follow the outcome in Settings, under Safety centre.',
  })
  return true
}

/** Blocks a partner. Shows a toast and returns false when the block fails. */
export async function blockPartner({ api, toasts }: SafetyDeps, partnerId: string) {
  try {
    await api.call('blockUser', { body: { userId: partnerId } })
  } catch (error) {
    if (!isReportedAlready(error))
      toasts.show({
        title: 'Block failed',
        description: messageOf(error, 'Please try again.'),
        variant: 'destructive',
      })
    return false
  }
  toasts.show({ title: 'User Blocked' })
  return true
}
