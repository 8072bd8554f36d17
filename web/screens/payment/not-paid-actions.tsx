import { t } from '@lingui/core/macro'
import { ButtonLink } from '../../ui/button-link.tsx'

/** The buttons after a payment failed (spec §2). */
export const NotPaidActions = () => (
  <>
    <ButtonLink variant="primary" to="/pricing">
      {t`Try Again`}
    </ButtonLink>
    <ButtonLink to="/">{t`Go to Homepage`}</ButtonLink>
  </>
)
