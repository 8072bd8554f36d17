import { ButtonLink } from '../../ui/button-link.tsx'
import { OutcomePage } from '../../ui/outcome-page.tsx'
import { useReturnHome } from './use-return-home.ts'

export function EmailVerifiedScreen() {
  const left = useReturnHome(true)
  return (
    <OutcomePage
      success
      role="status"
      title="Email Verified"
      message="Your email address is verified. You can find a match now."
      actions={
        <ButtonLink variant="primary" to="/">
          Go to Homepage Now
        </ButtonLink>
      }
    >
      <p className="caption ink-3 num">Taking you to the home page in {left} s.</p>
    </OutcomePage>
  )
}

export const VerificationFailedScreen = () => (
  <OutcomePage
    success={false}
    role="alert"
    title="Verification Failed"
    message="We couldn't verify your email. The link may have expired or been used already. Log in to get a new one."
    actions={
      <>
        <ButtonLink variant="primary" to="/auth">
          Go to Login
        </ButtonLink>
        <ButtonLink to="/contact">Contact Support</ButtonLink>
      </>
    }
  />
)
