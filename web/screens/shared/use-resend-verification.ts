import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { isReportedAlready, messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'

export function useResendVerification(email: string) {
  const { api, toasts } = useServices()
  const [sending, setSending] = useState(false)

  /** Resolves to whether the email was sent. A toast says so. */
  async function resend(): Promise<boolean> {
    setSending(true)
    try {
      await api.call('resendVerification', { body: email })
      toasts.show({
        title: t`Verification email sent`,
        description: t`Please check your inbox and click the verification link.`,
      })
      return true
    } catch (error) {
      if (isReportedAlready(error)) return false
      toasts.show({
        title: t`Error`,
        description: messageOf(error, t`Failed to send verification email`),
        variant: 'destructive',
      })
      return false
    } finally {
      setSending(false)
    }
  }

  return { sending, resend }
}
