import { t } from '@lingui/core/macro'
import type { SubscriptionDetails } from '#schema/billing.ts'

/** Whether Premium was cancelled. Until that is known, it shows nothing that could be wrong. */
export const PremiumBadge = ({ details }: { details: SubscriptionDetails | undefined }) =>
  details?.isPremium && (
    <span className="badge" data-tone={details.premiumCancelled ? 'notice' : 'success'}>
      {details.premiumCancelled ? t`Cancelled (Access Retained)` : t`Active`}
    </span>
  )
