import type { Action, Report } from './operations.ts'

/** What the console calls the actions of the audit log. */
export const KIND_WORDS: Record<Action['kind'], string> = {
  DISMISS: 'Dismissed',
  WARN: 'Warned',
  SUSPEND: 'Suspended',
  BAN: 'Banned',
  PAUSE: 'Paused by itself',
  REVERSE: 'Taken back',
  UPHOLD: 'Appeal turned down',
  RELEASE_MESSAGE: 'Message released',
  REFUSE_MESSAGE: 'Message refused',
  ROLE: 'Role changed',
  RESET_FACTOR: 'Two-step login reset',
  ADD_NOTE: 'Note added',
  REMOVE_NOTE: 'Note removed',
}

export const isActionKind = (value: string): value is Action['kind'] => Object.hasOwn(KIND_WORDS, value)

/** Where a report comes from, when no reporter is named. */
export const REPORT_KIND_WORDS: Record<Report['kind'], string> = {
  MEMBER: 'reported by a member',
  MINOR: 'states an age under 18',
  REPEATED: 'reported by several',
  FILTER: 'messages held',
  EVASION: 'may have been banned before',
}

/** The outcome of a report. */
export const STATUS_WORDS: Record<Report['status'], string> = {
  OPEN: 'Open',
  ACTED: 'Acted',
  DISMISSED: 'Dismissed',
}

/** Which filter held a message. */
export const HELD_WORDS: Record<string, string> = {
  slur: 'Slur',
  solicitation: 'Solicitation',
  operator: 'Our own list',
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

export const dayOf = (iso: string) => day.format(new Date(iso))
export const momentOf = (iso: string) => moment.format(new Date(iso))
export const clockOf = (iso: string) => clock.format(new Date(iso))

/** From here on a report cannot wait. */
const URGENT = 50

export const urgencyOf = (priority: number) => (priority >= URGENT ? 'Urgent' : null)
