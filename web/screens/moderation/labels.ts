import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { PRODUCT } from '#schema/product.ts'
import { dateLocale } from '../../i18n/locales.ts'
import { REPORT_CATEGORY_LABELS } from '../../i18n/report-categories.ts'
import type { Action, Report } from './operations.ts'

const { name: product } = PRODUCT

/** The labels of the audit log's actions. */
export const ACTION_LABELS: Record<Action['kind'], MessageDescriptor> = {
  DISMISS: msg`Dismissed`,
  WARN: msg`Warned`,
  SUSPEND: msg`Suspended`,
  BAN: msg`Banned`,
  PAUSE: msg`Paused automatically`,
  REVERSE: msg`Decision reversed`,
  UPHOLD: msg`Appeal rejected`,
  RELEASE_MESSAGE: msg`Message sent`,
  REFUSE_MESSAGE: msg`Message refused`,
  ROLE: msg`Role changed`,
  RESET_FACTOR: msg`Two-step login reset`,
  ADD_NOTE: msg`Note added`,
  REMOVE_NOTE: msg`Note removed`,
  OPERATOR: msg`Operator command`,
  EVENING: msg`Evening`,
}

export const isActionKind = (value: string): value is Action['kind'] => Object.hasOwn(ACTION_LABELS, value)

/** The source of a report without a reporter. */
const REPORT_KIND_LABELS: Record<Report['kind'], MessageDescriptor> = {
  MEMBER: msg`reported by a member`,
  MINOR: msg`states an age under 18`,
  REPEATED: msg`reported by several people`,
  FILTER: msg`sent messages that were held`,
  EVASION: msg`may be a banned member`,
}

/** The outcome of a report. */
const STATUS_LABELS: Record<Report['status'], MessageDescriptor> = {
  OPEN: msg({ message: 'Open', context: 'of a report' }),
  ACTED: msg`Action taken`,
  DISMISSED: msg`Dismissed`,
}

/** The label of the filter that held a message. */
const HELD_RULE_LABELS: Record<string, MessageDescriptor> = {
  slur: msg`Slur`,
  solicitation: msg`Sexual messages`,
  operator: msg`Our word list`,
}

/** Returns the kind itself if it has no label, because a newer server added it. */
const labelOf = (label: MessageDescriptor | undefined, kind: string) => (label ? i18n._(label) : kind)

export const actionLabel = (kind: Action['kind']) => labelOf(ACTION_LABELS[kind], kind)
export const reportKindLabel = (kind: Report['kind']) => labelOf(REPORT_KIND_LABELS[kind], t`automatic`)
export const categoryLabel = (category: NonNullable<Report['category']>) =>
  labelOf(REPORT_CATEGORY_LABELS[category], category)
export const statusLabel = (status: Report['status']) => labelOf(STATUS_LABELS[status], status)
export const heldRuleLabel = (rule: string) => labelOf(HELD_RULE_LABELS[rule], rule)

/** Stands in place of the moderator's name for an automatic action. */
export const automaticName = () => t`${product} (automatic)`

const format = (iso: string, options: Intl.DateTimeFormatOptions) =>
  new Date(iso).toLocaleString(dateLocale(), options)

export const dayOf = (iso: string) => format(iso, { day: 'numeric', month: 'short', year: 'numeric' })
export const momentOf = (iso: string) => format(iso, { dateStyle: 'medium', timeStyle: 'short' })

/** Reports with at least this priority are urgent. */
const URGENT = 50

export const urgencyOf = (priority: number) => (priority >= URGENT ? t`Urgent` : null)
