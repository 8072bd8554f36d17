import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { isReportedAlready, messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'

export function useResendVerification(email: string) {
  const { api, toasts } = useServices()
  const [sending, setSending] = useState(false)

  async function resend() {
    setSending(true)
    try {
      await api.call('resendVerification', { body: email })
      toasts.show({
        title: t`Verification email sent`,
        description: t`Please check your inbox and click the verification link.`,
      })
    } catch (error) {
      if (isReportedAlready(error)) return
      toasts.show({
        title: t`Error`,
        description: messageOf(error, t`Failed to send verification email`),
        variant: 'destructive',
      })
    } finally {
      setSending(false)
    }
  }

  return { sending, resend }
}
