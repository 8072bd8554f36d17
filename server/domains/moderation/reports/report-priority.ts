import type { ReportCategory } from '#schema/chat.ts'

/**
 * How soon a moderator should read a report; the highest comes first. A member's report starts with the priority of its
 * category, urgent words add `urgent`, and each further reporter adds `perReporter`.
 */
export const REPORT_PRIORITY = {
  minor: 100,
  knownDevice: 80,
  repeated: 80,
  urgent: 50,
  heldMessages: 40,
  knownAddress: 10,
  perReporter: 10,
} as const

/** The console marks reports from 50 on as urgent. */
const CATEGORY_PRIORITY: Record<ReportCategory, number> = {
  UNDERAGE: 50,
  THREAT: 50,
  SELF_HARM: 50,
  SEXUAL: 30,
  HATE: 30,
  MONEY: 20,
  SPAM: 10,
  OTHER: 0,
}

/** Returns the priority of a member's report: its category and the words of its text add up. */
export const priorityOfReport = (category: ReportCategory | null, hasUrgentWords: boolean): number =>
  (category ? CATEGORY_PRIORITY[category] : 0) + (hasUrgentWords ? REPORT_PRIORITY.urgent : 0)
