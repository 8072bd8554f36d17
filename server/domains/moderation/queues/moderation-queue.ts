import type { ReportCategory } from '#schema/chat.ts'
import {
  type AuditLogFilter,
  type AuditLogPage,
  readAuditLog,
} from '#server/domains/moderation/audit-log/read-audit-log.ts'
import type { NamedMember } from '#server/domains/moderation/named-member.ts'
import type { Actor } from '#server/domains/moderation/permissions.ts'
import type { PageRequest } from '#server/platform/pagination.ts'
import { type Database, readListSizes } from '#server/platform/postgres/index.ts'
import { listAppeals } from './list-appeals.ts'
import { listDecisionsOn } from './list-decisions.ts'
import { listLanguages } from './list-languages.ts'
import {
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

/** Creates the queues. Staff never see reports about themselves or their own appeals: those would reveal who reported them. */
export function createModerationQueue(database: Pick<Database, 'prisma' | 'pool' | 'reads'>) {
  const { prisma } = database
  return {
    reports: (actor: Actor, filter: ReportFilter, place: PageRequest) =>
      listReports(database, actor, filter, place),
    report: (actor: Actor, id: string) => readReport(database, actor, id),
    reportsAbout: (actor: Actor, userId: string) => listReportsAbout(database, actor, userId),
    arrivals: (actor: Actor, since: Date | null, category: ReportCategory | null) =>
      readArrivals(database, actor, since, category),
    decisionsOn: (reports: readonly QueuedReport[]) => listDecisionsOn(database, reports),
    appeals: (actor: Actor, status: QueueStatus, place: PageRequest) =>
      listAppeals(database, actor, status, place),
    auditLog: (reader: Actor, filter: AuditLogFilter, page: AuditLogPage) =>
      database.reads.run((source) => readAuditLog(source, reader, filter, page)),
    languagesOf: (userIds: readonly string[]) => listLanguages(database, userIds),
    /** Returns the name of a member of staff; null without an id. */
    nameOf: async (id: string | null): Promise<NamedMember | null> =>
      id === null ? null : prisma.user.findUnique({ where: { id }, ...nameColumns }),

    async counts(actor: Actor): Promise<QueueCounts> {
      const [reports, appeals, sizeOf] = await Promise.all([
        queueSize(database, 'report', 'OPEN', actor.id),
        queueSize(database, 'appeal', 'OPEN', actor.id),
        readListSizes(database.pool),
      ])
      return { reports, appeals, heldMessages: sizeOf('held:OPEN') }
    },
  }
}
