import { ButtonLink } from '../../ui/button-link.tsx'

/** What one can do about a payment that came to nothing (spec §2). */
export const NotPaidActions = () => (
  <>
    <ButtonLink variant="primary" to="/pricing">
      Try Again
    </ButtonLink>
    <ButtonLink to="/">Go to Homepage</ButtonLink>
  </>
)
