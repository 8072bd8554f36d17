import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ReportCategory } from '#schema/chat.ts'

/** What a report is about. The label of the chosen category also fills an empty text. */
export const REPORT_CATEGORY_LABELS: Record<ReportCategory, MessageDescriptor> = {
  UNDERAGE: msg`Someone under 18`,
  THREAT: msg`Threat or blackmail`,
  SEXUAL: msg`Sexual messages`,
  HATE: msg({ message: 'Hate', comment: 'Hate against a group of people, as the subject of a report' }),
  MONEY: msg`Money or scam`,
  SPAM: msg`Spam or bot`,
  SELF_HARM: msg`Self-harm`,
  OTHER: msg({ message: 'Something else', comment: 'The subject of a report' }),
}
