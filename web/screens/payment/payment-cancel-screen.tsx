import { t } from '@lingui/core/macro'
import { OutcomePage } from '../../ui/outcome-page.tsx'
import { NotPaidActions } from './not-paid-actions.tsx'

export const PaymentCancelScreen = () => (
  <OutcomePage
    success={false}
    role="status"
    title={t`Payment Cancelled`}
    message={t`You left before paying. We did not charge you.`}
    actions={<NotPaidActions />}
  />
)
