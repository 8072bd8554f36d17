import type { Page } from '#schema/chat.ts'
import { type Evidence, evidence } from '#schema/moderation.ts'
import type { NamedMember } from '#server/domains/moderation/named-member.ts'
import type { Actor } from '#server/domains/moderation/permissions.ts'
import { ApiError } from '#server/platform/errors.ts'
import { type PageRequest, pageOf, pageRange } from '#server/platform/pagination.ts'
import type { Database, Prisma, ReportModel } from '#server/platform/postgres/index.ts'
import { markReportedPart } from './mark-reported-part.ts'

export type QueueStatus = 'OPEN' | 'DECIDED'

export interface QueuedReport {
  id: string
  kind: ReportModel['kind']
  status: ReportModel['status']
  priority: number
  reason: string
  created: Date
  decidedAt: Date | null
  reported: NamedMember
  /** Null for reports by the server's own defences. */
  reporter: NamedMember | null
  /** The latest messages at the time of the report. */
  evidence: Evidence
}

/** The open reports that were made after a moment. */
export interface Arrivals {
  count: number
  /** When the newest open report was made; null when none is open. */
  latest: Date | null
}

const MAX_REPORTS_ABOUT_MEMBER = 50

export const statusFilter = (status: QueueStatus) =>
  status === 'OPEN' ? ({ equals: 'OPEN' } as const) : ({ not: 'OPEN' } as const)

export const nameColumns = { select: { id: true, displayName: true } } as const
const withNames = { reported: nameColumns, reporter: nameColumns } as const satisfies Prisma.ReportInclude

const presentReport = (row: Prisma.ReportGetPayload<{ include: typeof withNames }>): QueuedReport => ({
  ...row,
  evidence: markReportedPart(evidence.catch([]).parse(row.evidence), row),
})

/** Returns one page of reports: open ones by priority, decided ones newest decision first. */
export async function listReports(
  { prisma }: Pick<Database, 'prisma'>,
  actor: Actor,
  status: QueueStatus,
  place: PageRequest,
): Promise<Page<QueuedReport>> {
  const where = { status: statusFilter(status), reportedId: { not: actor.id } }
  const [rows, total] = await Promise.all([
    prisma.report.findMany({
      where,
      include: withNames,
      orderBy:
        status === 'OPEN'
          ? [{ priority: 'desc' }, { created: 'asc' }, { id: 'asc' }]
          : [{ decidedAt: 'desc' }, { id: 'desc' }],
      ...pageRange(place),
    }),
    prisma.report.count({ where }),
  ])
  return pageOf(rows.map(presentReport), total, place)
}

/** @throws ApiError NOT_FOUND */
export async function readReport(
  { prisma }: Pick<Database, 'prisma'>,
  actor: Actor,
  id: string,
): Promise<QueuedReport> {
  const where = { id, reportedId: { not: actor.id } }
  const row = await prisma.report.findUnique({ where, include: withNames })
  if (!row) throw new ApiError('NOT_FOUND', 'We cannot find this report.')
  return presentReport(row)
}

/** Returns the reports about a member, newest first, at most 50. */
export async function listReportsAbout(
  { prisma }: Pick<Database, 'prisma'>,
  actor: Actor,
  userId: string,
): Promise<QueuedReport[]> {
  if (actor.id === userId) return []
  const rows = await prisma.report.findMany({
    where: { reportedId: userId },
    include: withNames,
    orderBy: { created: 'desc' },
    take: MAX_REPORTS_ABOUT_MEMBER,
  })
  return rows.map(presentReport)
}

export async function readArrivals(
  { prisma }: Pick<Database, 'prisma'>,
  actor: Actor,
  since: Date | null,
): Promise<Arrivals> {
  const open = { status: 'OPEN', reportedId: { not: actor.id } } as const
  const [count, latest] = await Promise.all([
    prisma.report.count({ where: { ...open, ...(since && { created: { gt: since } }) } }),
    prisma.report.aggregate({ where: open, _max: { created: true } }),
  ])
  return { count, latest: latest._max.created }
}
