import { t } from '@lingui/core/macro'
import { type ApiFailure, isReportedAlready } from '../../data/failure.ts'
import type { ToastStore } from '../toasts.ts'

type Toasts = Pick<ToastStore, 'show'>

/** Asks the member to verify their email address, which matching requires (spec §4). */
export function askToVerify(toasts: Toasts) {
  toasts.show({
    title: t`Email verification required`,
    description: t`Please verify your email address before finding matches. Check your inbox for the verification link.`,
    variant: 'destructive',
  })
}

/** Shows why the server refused a search, unless another toast shows it already. */
export function tellSearchRefused(toasts: Toasts, reason: ApiFailure) {
  const description = reason.message
  if (reason.code === 'EMAIL_NOT_VERIFIED') askToVerify(toasts)
  else if (reason.code === 'CONFLICT') toasts.show({ title: t`Search cancelled` })
  else if (reason.code === 'DAILY_LIMIT')
    toasts.show({ title: t`That was it for today`, description, duration: 10_000 })
  else if (reason.code === 'NEW_ACCOUNT_LIMIT')
    toasts.show({
      title: t({ message: 'Slowly at first', comment: 'A new account has reached its first limit' }),
      description,
      duration: 10_000,
    })
  else if (!isReportedAlready(reason)) toasts.show({ title: t`Error`, description, variant: 'destructive' })
}
