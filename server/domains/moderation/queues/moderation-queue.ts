import type { Page, ReportCategory } from '#schema/chat.ts'
import type { Language } from '#schema/languages.ts'
import type { LoggedAction } from '#server/domains/moderation/audit-log/name-actions.ts'
import {
  type AuditLogFilter,
  type AuditLogPage,
  readAuditLog,
} from '#server/domains/moderation/audit-log/read-audit-log.ts'
import type { NamedMember } from '#server/domains/moderation/named-member.ts'
import type { Actor } from '#server/domains/moderation/permissions.ts'
import type { PageRequest } from '#server/platform/pagination.ts'
import { type Database, readListSizes } from '#server/platform/postgres/index.ts'
import { listAppeals, type QueuedAppeal } from './list-appeals.ts'
import { listDecisionsOn } from './list-decisions.ts'
import { listLanguages } from './list-languages.ts'
import {
  type Arrivals,
  listReports,
  listReportsAbout,
  nameColumns,
  type QueuedReport,
  type ReportFilter,
  readArrivals,
  readReport,
} from './list-reports.ts'
import { type QueueStatus, queueSize } from './queue-sizes.ts'

export type { QueuedAppeal } from './list-appeals.ts'
export type { Arrivals, QueuedReport } from './list-reports.ts'
export type { QueueStatus } from './queue-sizes.ts'

/** How many open cases each queue of the console holds. */
export interface QueueCounts {
  reports: number
  appeals: number
  heldMessages: number
}

/** Staff never see reports about themselves or their own appeals: those would reveal who reported them. */
export interface ModerationQueue {
  /** Open reports by priority; decided reports newest decision first. */
  reports(actor: Actor, filter: ReportFilter, place: PageRequest): Promise<Page<QueuedReport>>
  /** @throws ApiError NOT_FOUND */
  report(actor: Actor, id: string): Promise<QueuedReport>
  reportsAbout(actor: Actor, userId: string): Promise<QueuedReport[]>
  /** Counts the open reports made after a moment, of one category or all. */
  arrivals(actor: Actor, since: Date | null, category: ReportCategory | null): Promise<Arrivals>
  /** Returns for each report the actions that decided it and their reversals, oldest first. */
  decisionsOn(reports: readonly QueuedReport[]): Promise<LoggedAction[][]>
  appeals(actor: Actor, status: QueueStatus, place: PageRequest): Promise<Page<QueuedAppeal>>
  /** Newest first. */
  auditLog(reader: Actor, filter: AuditLogFilter, page: AuditLogPage): Promise<Page<LoggedAction>>
  /** Returns the name of a member of staff; null without an id. */
  nameOf(userId: string | null): Promise<NamedMember | null>
  /** Returns the interface language of each member, in order; null for erased accounts. */
  languagesOf(userIds: readonly string[]): Promise<(Language | null)[]>
  counts(actor: Actor): Promise<QueueCounts>
}

export function createModerationQueue(
  database: Pick<Database, 'prisma' | 'pool' | 'reads'>,
): ModerationQueue {
  const { prisma } = database
  return {
    reports: (actor, filter, place) => listReports(database, actor, filter, place),
    report: (actor, id) => readReport(database, actor, id),
    reportsAbout: (actor, userId) => listReportsAbout(database, actor, userId),
    arrivals: (actor, since, category) => readArrivals(database, actor, since, category),
    decisionsOn: (reports) => listDecisionsOn(database, reports),
    appeals: (actor, status, place) => listAppeals(database, actor, status, place),
    auditLog: (reader, filter, page) =>
      database.reads.run((source) => readAuditLog(source, reader, filter, page)),
    languagesOf: (userIds) => listLanguages(database, userIds),
    nameOf: async (id) => (id === null ? null : prisma.user.findUnique({ where: { id }, ...nameColumns })),

    async counts(actor) {
      const [reports, appeals, sizeOf] = await Promise.all([
        queueSize(database, 'report', 'OPEN', actor.id),
        queueSize(database, 'appeal', 'OPEN', actor.id),
        readListSizes(database.pool),
      ])
      return { reports, appeals, heldMessages: sizeOf('held:OPEN') }
    },
  }
}
