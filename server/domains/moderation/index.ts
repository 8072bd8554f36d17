export type { LoggedAction } from './audit-log/name-actions.ts'
export { recordAction } from './audit-log/record-action.ts'
export { recordCommand } from './audit-log/record-command.ts'
export {
  type BanMatch,
  type BanSignals,
  createBanSignals,
  type SignupAttempt,
} from './ban-evasion/ban-signals.ts'
export { outcomeText } from './decisions/decide-report.ts'
export type { Dismissals, RefusedDismissal } from './decisions/dismiss-reports.ts'
export type { AccountStatus, SanctionRecord } from './decisions/read-account-status.ts'
export { createModeration, type Moderation } from './moderation.ts'
export type { NamedMember } from './named-member.ts'
export { type Actor, lockMember } from './permissions.ts'
export type { ReportClaim } from './queues/claims.ts'
export type { HeldMessage } from './queues/held-messages.ts'
export type {
  Arrivals,
  QueueCounts,
  QueuedAppeal,
  QueuedReport,
  QueueStatus,
} from './queues/moderation-queue.ts'
export { createModerationQueues, type ModerationQueues } from './queues/moderation-queues.ts'
export type { ModeratorNote } from './queues/notes.ts'
export { readRecentlyHeld } from './queues/read-recently-held.ts'
export { storeHeldMessage } from './queues/store-held-message.ts'
export {
  type AutomaticReport,
  type AutomaticReports,
  createAutomaticReports,
  type Evidence,
} from './reports/automatic-reports.ts'
export type { MyReport } from './reports/list-own-reports.ts'
export { REPORT_PRIORITY } from './reports/report-priority.ts'
