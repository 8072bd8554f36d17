import { MailWarning } from 'lucide-react'
import type { User } from '#schema/account.ts'
import { Button } from '../../ui/button.tsx'
import { VerifiedBadge } from './settings-sheet.tsx'
import { useResendVerification } from './use-resend-verification.ts'

/** The facts that the profile editor shows but cannot change. */
export function ProfileFacts({ me }: { me: User }) {
  const { sending, resend } = useResendVerification(me.userName)
  return (
    <>
      {!me.emailVerified && (
        <div className="notice">
          <MailWarning className="icon" aria-hidden="true" />
          <strong>Unverified</strong>
          <span>
            Please verify your email to access all features. Check your inbox for the verification link.
          </span>
          <Button size="sm" variant="quiet" loading={sending} onClick={() => void resend()}>
            Resend Verification Email
          </Button>
        </div>
      )}
      <dl className="profile-facts">
        <div>
          <dt>Email</dt>
          <dd>
            <span className="profile-email">{me.userName}</span> <VerifiedBadge verified={me.emailVerified} />
          </dd>
        </div>
        <div>
          <dt>Phone</dt>
          <dd>{me.phone}</dd>
        </div>
        <div>
          <dt>Gender</dt>
          <dd>{me.gender}</dd>
        </div>
        <div>
          <dt>Location (auto-detected)</dt>
          <dd>{me.location ?? 'Unknown'}</dd>
        </div>
      </dl>
    </>
  )
}
