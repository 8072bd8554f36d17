import { ButtonLink } from '../../ui/button-link.tsx'
import { OutcomePage } from '../../ui/outcome-page.tsx'

export const ResetSuccessScreen = () => (
  <OutcomePage
    success
    role="status"
    title="Password Reset Successful"
    message="Your new password is set. We logged out all your devices."
    actions={
      <ButtonLink variant="primary" to="/auth">
        Go to Login
      </ButtonLink>
    }
  />
)

export const ResetFailedScreen = () => (
  <OutcomePage
    success={false}
    role="alert"
    title="Password Reset Failed"
    message="The link may be invalid or expired. Your password has not changed."
    actions={
      <>
        <ButtonLink variant="primary" to="/password-reset">
          Request New Reset Link
        </ButtonLink>
        <ButtonLink to="/auth">Return to Login</ButtonLink>
      </>
    }
  />
)
