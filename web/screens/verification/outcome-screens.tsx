import { t } from '@lingui/core/macro'
import { ButtonLink } from '../../ui/button-link.tsx'
import { OutcomePage } from '../../ui/outcome-page.tsx'
import { useReturnHome } from './use-return-home.ts'

export function EmailVerifiedScreen() {
  const left = useReturnHome(true)
  return (
    <OutcomePage
      success
      role="status"
      title={t`Email Verified`}
      message={t`Your email address is verified. You can find a match now.`}
      actions={<ButtonLink variant="primary" to="/">{t`Go to Homepage Now`}</ButtonLink>}
    >
      <p className="caption ink-3 num">
        {t({ message: `Taking you to the home page in ${left} s.`, comment: 'Seconds' })}
      </p>
    </OutcomePage>
  )
}

export const VerificationFailedScreen = () => (
  <OutcomePage
    success={false}
    role="alert"
    title={t`Verification Failed`}
    message={t`We couldn't verify your email. The link may have expired or been used already. Log in to get a new one.`}
    actions={
      <>
        <ButtonLink variant="primary" to="/auth">
          {t`Go to Login`}
        </ButtonLink>
        <ButtonLink to="/contact">{t`Contact Support`}</ButtonLink>
      </>
    }
  />
)
