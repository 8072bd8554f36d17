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
      title="Password Reset Failed"
      message="Invalid password reset link. Missing required parameters."
      actions={
        <>
          <ButtonLink variant="primary" to="/password-reset">
            Request New Reset Link
          </ButtonLink>
          <ButtonLink to="/">Go to Home Page</ButtonLink>
        </>
      }
    />
  )
}
