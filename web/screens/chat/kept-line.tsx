import { t } from '@lingui/core/macro'

/** The line in the log where the two began to keep in touch. */
export const KeptLine = ({ partnerName }: { partnerName: string }) => (
  <p className="day">{t`You and ${partnerName} keep in touch.`}</p>
)
