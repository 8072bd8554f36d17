import { t } from '@lingui/core/macro'
import { Navigate, useSearchParams } from 'react-router'
import { ButtonLink } from '../../ui/button-link.tsx'
import { OutcomePage } from '../../ui/outcome-page.tsx'

/** The target of the mail's link. Redirects to the form for the new password. */
export function ResetLinkScreen() {
  const [query] = useSearchParams()
  const token = query.get('token')
  const email = query.get('email')
  if (token && email)
    return <Navigate to={`/password-reset-confirm?${new URLSearchParams({ token, email })}`} replace />
  return (
    <OutcomePage
      success={false}
      role="alert"
      title={t`Password Reset Failed`}
      message={t`Invalid password reset link. Missing required parameters.`}
      actions={
        <>
          <ButtonLink variant="primary" to="/password-reset">
            {t`Request New Reset Link`}
          </ButtonLink>
          <ButtonLink to="/">{t`Go to Home Page`}</ButtonLink>
        </>
      }
    />
  )
}
