import type { EventBus } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { DefenceConfig } from '#server/platform/config/defence-settings.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { type Blocks, createBlocks } from './blocks.ts'
import { createDecisions, type Decisions } from './decisions/create-decisions.ts'
import type { BanSignalStore } from './decisions/decision-deps.ts'
import { createEnforcement, type Enforcement } from './decisions/enforcement.ts'
import { createReports, type Reports } from './reports/reports.ts'

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
export type { NamedMember } from './named-member.ts'
export { type Actor, lockMember } from './permissions.ts'
export type { ReportClaim } from './queues/claims.ts'
export { createModerationQueues, type ModerationQueues } from './queues/create-queues.ts'
export type { HeldMessage } from './queues/held-messages.ts'
export type {
  Arrivals,
  QueueCounts,
  QueuedAppeal,
  QueuedReport,
  QueueStatus,
} from './queues/moderation-queue.ts'
export type { ModeratorNote } from './queues/notes.ts'
export { readRecentlyHeld } from './queues/read-recently-held.ts'
export { storeHeldMessage } from './queues/store-held-message.ts'
export {
  type AutomaticReport,
  type AutomaticReports,
  createAutomaticReports,
  type Evidence,
} from './reports/automatic-reports.ts'
export { REPORT_PRIORITY } from './reports/report-priority.ts'
export type { MyReport } from './reports/reports.ts'

export interface ModerationDeps {
  database: Database
  clock: Clock
  events: EventBus
  limits: RateLimits
  settings: DefenceConfig
  bans: BanSignalStore
  /** Whether the text of a report names something that a moderator should read first. */
  isUrgentText(text: string): boolean
  onError(error: unknown): void
  metrics?: Metrics | undefined
}

/** Blocks and reports by members, and what the team decides. The console's queues are built by `createModerationQueues`. */
export interface Moderation extends Blocks, Reports {
  readonly decisions: Decisions
  readonly enforcement: Enforcement
}

export function createModeration(deps: ModerationDeps): Moderation {
  const { database, clock, events, limits, settings, bans, isUrgentText, onError, metrics } = deps
  const decisions = createDecisions({
    database,
    clock,
    events,
    bans,
    pauseHours: settings.autoPauseHours,
  })
  const blocks = createBlocks({ pool: database.pool, events, limits })
  const reports = createReports({
    pool: database.pool,
    clock,
    events,
    limits,
    autoPause: {
      reporters: settings.autoPauseReports,
      pause: (userId, reason, reportId) => decisions.pause(userId, reason, reportId),
    },
    isUrgentText,
    onError,
  })
  const enforcement = createEnforcement({ database, clock, events, onError, metrics })
  return { ...blocks, ...reports, decisions, enforcement }
}
