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
        title: 'Verification email sent',
        description: 'Please check your inbox and click the verification link.',
      })
    } catch (error) {
      if (isReportedAlready(error)) return
      toasts.show({
        title: 'Error',
        description: messageOf(error, 'Failed to send verification email'),
        variant: 'destructive',
      })
    } finally {
      setSending(false)
    }
  }

  return { sending, resend }
}
