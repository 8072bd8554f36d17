import { t } from '@lingui/core/macro'
import type { ReportCategory } from '#schema/chat.ts'
import type { Api } from '../../data/api.ts'
import { isReportedAlready, messageOf } from '../../data/failure.ts'
import type { ToastStore } from '../toasts.ts'

interface SafetyDeps {
  api: Api
  toasts: Pick<ToastStore, 'show'>
}

/** Reports and blocks a partner. Shows a toast and returns false when the report fails. */
export async function reportPartner(
  { api, toasts }: SafetyDeps,
  partnerId: string,
  { reason, category }: { reason: string; category: ReportCategory | null },
) {
  try {
    const body = { reportedUserId: partnerId, reason, ...(category && { category }) }
    await api.call('reportUser', { body })
  } catch (error) {
    if (!isReportedAlready(error))
      toasts.show({
        title: t`Report Failed`,
        description: t`There was a problem submitting your report. Please try again.`,
        variant: 'destructive',
      })
    return false
  }
  toasts.show({
    title: t`User Reported and Blocked`,
    description: t`You can follow the outcome in Settings, under Safety centre.`,
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
        title: t`Block failed`,
        description: messageOf(error, t`Please try again.`),
        variant: 'destructive',
      })
    return false
  }
  toasts.show({ title: t`User Blocked` })
  return true
}
