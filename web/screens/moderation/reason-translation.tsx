import type { Report } from './operations.ts'
import { Translate } from './translate.tsx'

/** Our own reports are written in English. */
const OWN_LANGUAGE = 'EN'

/** Offers to translate the reason of a report. */
export const ReasonTranslation = ({ report: { reason, reporter } }: { report: Report }) => (
  <Translate text={reason} authorLanguage={reporter ? reporter.language : OWN_LANGUAGE} />
)
