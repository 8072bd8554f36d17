import { t } from '@lingui/core/macro'
import { ButtonLink } from '../../ui/button-link.tsx'
import { OutcomePage } from '../../ui/outcome-page.tsx'

export const ResetSuccessScreen = () => (
  <OutcomePage
    success
    role="status"
    title={t`Password Reset Successful`}
    message={t`Your new password is set. We logged out all your devices.`}
    actions={<ButtonLink variant="primary" to="/auth">{t`Go to Login`}</ButtonLink>}
  />
)

export const ResetFailedScreen = () => (
  <OutcomePage
    success={false}
    role="alert"
    title={t`Password Reset Failed`}
    message={t`The link may be invalid or expired. Your password has not changed.`}
    actions={
      <>
        <ButtonLink variant="primary" to="/password-reset">
          {t`Request New Reset Link`}
        </ButtonLink>
        <ButtonLink to="/auth">{t`Return to Login`}</ButtonLink>
      </>
    }
  />
)
