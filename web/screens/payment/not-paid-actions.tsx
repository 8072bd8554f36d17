import { ButtonLink } from '../../ui/button-link.tsx'

/** The buttons after a payment failed (spec §2). */
export const NotPaidActions = () => (
  <>
    <ButtonLink variant="primary" to="/pricing">
      Try Again
    </ButtonLink>
    <ButtonLink to="/">Go to Homepage</ButtonLink>
  </>
)
