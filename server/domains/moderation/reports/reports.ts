import type { Pool } from 'pg'
import type { EventBus } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { createAutomaticReports } from './automatic-reports.ts'
import type { AutoPause } from './escalate-reports.ts'
import { listOwnReports, type MyReport } from './list-own-reports.ts'
import { type MemberReport, reportMember } from './report-member.ts'

export type { MyReport } from './list-own-reports.ts'

export interface Reports {
  /**
   * Reports and blocks a member, with the latest messages as evidence. While a report by the same reporter is open, this
   * one is added to it.
   * @throws ApiError INVALID for the own account; NOT_FOUND unless they share a conversation; RATE_LIMITED; NEW_ACCOUNT_LIMIT
   */
  report(report: MemberReport): Promise<void>
  /** Returns the member's own reports, newest first, at most 100. */
  myReports(userId: string): Promise<MyReport[]>
}

export function createReports(deps: {
  pool: Pool
  clock: Clock
  events: EventBus
  limits: RateLimits
  autoPause: AutoPause
  isUrgentText(text: string): boolean
  onError(error: unknown): void
}): Reports {
  const automaticReports = createAutomaticReports(deps.pool, deps.events)
  return {
    report: (report) => reportMember({ ...deps, automaticReports }, report),
    myReports: (userId) => listOwnReports(deps.pool, userId),
  }
}
