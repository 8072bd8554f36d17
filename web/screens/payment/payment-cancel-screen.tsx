import { ButtonLink } from '../../ui/button-link.tsx'
import { OutcomePage } from '../../ui/outcome-page.tsx'

export const PaymentCancelScreen = () => (
  <OutcomePage
    success={false}
    role="status"
    title="Payment Cancelled"
    message="You left before paying. Nothing was taken."
    actions={
      <>
        <ButtonLink variant="primary" to="/pricing">
          Try Again
        </ButtonLink>
        <ButtonLink to="/">Go to Homepage</ButtonLink>
      </>
    }
  />
)
