import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { ApiFailure, isReportedAlready, messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'

/** The reset token: from a link, with the user name if known, or from a code. */
export type ResetKey =
  | { by: 'link'; token: string }
  | { by: 'user'; token: string; userName: string }
  | { by: 'code'; token: string; userName: string }

/**
 * Sets the new password with the call for the key (spec §7) and shows a toast with the result. Throws errors about
 * the password itself, for its field.
 */
export function useNewPassword(key: ResetKey | null) {
  const { api, session, toasts } = useServices()
  const [done, setDone] = useState(false)

  async function save(newPassword: string) {
    if (!key) return
    const { token } = key
    try {
      if (key.by === 'link') await api.call('confirmReset', { body: { token, newPassword } })
      else {
        const body = { userName: key.userName, passwordResetToken: token, newPassword }
        await api.call(key.by === 'user' ? 'changeAfterReset' : 'finishReset', { body })
      }
    } catch (error) {
      if (error instanceof ApiFailure && error.fields.newPassword) throw error
      if (isReportedAlready(error)) return
      toasts.show({
        title: t`Password reset failed`,
        description: messageOf(error, t`An error occurred while resetting your password. Please try again.`),
        variant: 'destructive',
      })
      return
    }
    // All sessions have ended, including this browser's.
    session.leave()
    setDone(true)
    toasts.show({
      title: t`Password reset successful`,
      description: t`You can log in with your new password now.`,
    })
  }

  return { done, save }
}
