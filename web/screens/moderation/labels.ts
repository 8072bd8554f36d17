import type { Action, Report } from './operations.ts'

/** The labels of the audit log's actions. */
export const ACTION_LABELS: Record<Action['kind'], string> = {
  DISMISS: 'Dismissed',
  WARN: 'Warned',
  SUSPEND: 'Suspended',
  BAN: 'Banned',
  PAUSE: 'Paused automatically',
  REVERSE: 'Decision reversed',
  UPHOLD: 'Appeal rejected',
  RELEASE_MESSAGE: 'Message sent',
  REFUSE_MESSAGE: 'Message refused',
  ROLE: 'Role changed',
  RESET_FACTOR: 'Two-step login reset',
  ADD_NOTE: 'Note added',
  REMOVE_NOTE: 'Note removed',
  OPERATOR: 'Operator command',
}

export const isActionKind = (value: string): value is Action['kind'] => Object.hasOwn(ACTION_LABELS, value)

/** The source of a report without a reporter. */
export const REPORT_KIND_LABELS: Record<Report['kind'], string> = {
  MEMBER: 'reported by a member',
  MINOR: 'states an age under 18',
  REPEATED: 'reported by several people',
  FILTER: 'sent messages that were held',
  EVASION: 'may be a banned member',
}

/** The outcome of a report. */
export const STATUS_LABELS: Record<Report['status'], string> = {
  OPEN: 'Open',
  ACTED: 'Action taken',
  DISMISSED: 'Dismissed',
}

/** The label of the filter that held a message. */
export const HELD_RULE_LABELS: Record<string, string> = {
  slur: 'Slur',
  solicitation: 'Selling or links',
  operator: 'Our word list',
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

export const dayOf = (iso: string) => day.format(new Date(iso))
export const momentOf = (iso: string) => moment.format(new Date(iso))
export const clockOf = (iso: string) => clock.format(new Date(iso))

/** Reports with at least this priority are urgent. */
const URGENT = 50

export const urgencyOf = (priority: number) => (priority >= URGENT ? 'Urgent' : null)
