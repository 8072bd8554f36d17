import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { MailWarning } from 'lucide-react'
import type { User } from '#schema/account.ts'
import { GENDER_LABELS } from '../../i18n/enum-labels.ts'
import { Button } from '../../ui/button.tsx'
import { useResendVerification } from '../shared/use-resend-verification.ts'
import { VerifiedBadge } from './settings-sheet.tsx'

/** The facts that the profile editor shows but cannot change. */
export function ProfileFacts({ me }: { me: User }) {
  const { sending, resend } = useResendVerification(me.userName)
  return (
    <>
      {!me.emailVerified && (
        <div className="notice">
          <MailWarning className="icon" aria-hidden="true" />
          <strong>{t`Unverified`}</strong>
          <span>
            {t`Please verify your email to access all features. Check your inbox for the verification link.`}
          </span>
          <Button size="sm" variant="quiet" loading={sending} onClick={() => void resend()}>
            {t`Resend Verification Email`}
          </Button>
        </div>
      )}
      <dl className="profile-facts">
        <div>
          <dt>{t`Email`}</dt>
          <dd>
            <span className="profile-email" translate="no">
              {me.userName}
            </span>{' '}
            <VerifiedBadge verified={me.emailVerified} />
          </dd>
        </div>
        <div>
          <dt>{t`Phone`}</dt>
          <dd>
            <bdi dir="ltr" translate="no">
              {me.phone}
            </bdi>
          </dd>
        </div>
        <div>
          <dt>{t`Gender`}</dt>
          <dd>{i18n._(GENDER_LABELS[me.gender])}</dd>
        </div>
        <div>
          <dt>{t`Location (auto-detected)`}</dt>
          <dd>{me.location ?? t({ message: 'Unknown', comment: 'a place' })}</dd>
        </div>
      </dl>
    </>
  )
}
