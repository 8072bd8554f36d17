import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MailWarning } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { User } from '#schema/account.ts'
import { useServices } from '../../hooks/services.tsx'
import { Button } from '../../ui/button.tsx'
import { useResendVerification } from '../shared/use-resend-verification.ts'
import { useTabVisible } from './use-tab-visible.ts'

/** Asks the member to verify their email, and leaves once they return from the mail's link in another tab. */
export function VerificationNotice({ me: { userName } }: { me: User }) {
  const { session } = useServices()
  const isVisible = useTabVisible()
  const { sending, resend } = useResendVerification(userName)
  const [isSentAgain, setSentAgain] = useState(false)
  useEffect(() => {
    if (isVisible) return
    // The cleanup runs when the tab is visible again.
    return () => void session.refresh().catch(() => undefined)
  }, [session, isVisible])

  return (
    <div className="notice" role="status">
      <MailWarning className="icon" aria-hidden="true" />
      <strong>{t`Email verification required`}</strong>
      <span>
        {t`Please verify your email address before finding matches. Check your inbox for the verification link.`}
      </span>
      <span className="verify-state">
        {isSentAgain ? (
          <Trans>
            Sent again to <bdi translate="no">{userName}</bdi>
          </Trans>
        ) : (
          <Trans>
            Sent to <bdi translate="no">{userName}</bdi>
          </Trans>
        )}
      </span>
      <Button
        size="sm"
        variant="quiet"
        loading={sending}
        onClick={async () => {
          if (await resend()) setSentAgain(true)
        }}
      >
        {t`Resend Verification Email`}
      </Button>
    </div>
  )
}
