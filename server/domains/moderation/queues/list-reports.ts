import type { Page } from '#schema/chat.ts'
import { type Evidence, evidence } from '#schema/moderation.ts'
import { text } from '#schema/translatable.ts'
import type { NamedMember } from '#server/domains/moderation/named-member.ts'
import type { Actor } from '#server/domains/moderation/permissions.ts'
import { ApiError } from '#server/platform/errors.ts'
import { type PageRequest, pageOf, pageRange } from '#server/platform/pagination.ts'
import type { Database, Prisma, ReportModel } from '#server/platform/postgres/index.ts'
import { markReportedPart } from './mark-reported-part.ts'
import { type QueueStatus, queueSize } from './queue-sizes.ts'

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

export const nameColumns = { select: { id: true, displayName: true } } as const
const withNames = { reported: nameColumns, reporter: nameColumns } as const satisfies Prisma.ReportInclude

const presentReport = (row: Prisma.ReportGetPayload<{ include: typeof withNames }>): QueuedReport => ({
  ...row,
  evidence: markReportedPart(evidence.catch([]).parse(row.evidence), row),
})

/** Literal conditions match those of the indexes. Not prepared, so the plan is one for the size of the page. */
const PAGE: Record<QueueStatus, string> = {
  OPEN: `SELECT id FROM report WHERE status = 'OPEN' AND reported_id <> $1
    ORDER BY priority DESC, created, id LIMIT $2 OFFSET $3`,
  DECIDED: `SELECT id FROM report WHERE status <> 'OPEN' AND reported_id <> $1
    ORDER BY decided_at DESC, id DESC LIMIT $2 OFFSET $3`,
}

/** Returns one page of reports: open ones by priority, decided ones newest decision first. */
export async function listReports(
  database: Pick<Database, 'prisma' | 'pool'>,
  actor: Actor,
  status: QueueStatus,
  place: PageRequest,
): Promise<Page<QueuedReport>> {
  const { skip, take } = pageRange(place)
  const [page, total] = await Promise.all([
    database.pool.query<{ id: string }>(PAGE[status], [actor.id, take, skip]),
    queueSize(database, 'report', status, actor.id),
  ])
  const rows = await database.prisma.report.findMany({
    where: { id: { in: page.rows.map(({ id }) => id) } },
    include: withNames,
  })
  const found = new Map(rows.map((row) => [row.id, row]))
  const inOrder = page.rows.flatMap(({ id }) => found.get(id) ?? [])
  return pageOf(inOrder.map(presentReport), total, place)
}

/** @throws ApiError NOT_FOUND */
export async function readReport(
  { prisma }: Pick<Database, 'prisma'>,
  actor: Actor,
  id: string,
): Promise<QueuedReport> {
  const where = { id, reportedId: { not: actor.id } }
  const row = await prisma.report.findUnique({ where, include: withNames })
  if (!row) throw new ApiError('NOT_FOUND', text('We cannot find this report.'))
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

const ARRIVED = {
  name: 'report-arrivals',
  text: `SELECT
    (SELECT count(*)::int FROM report WHERE status = 'OPEN' AND reported_id <> $1 AND created > $2) AS count,
    (SELECT created FROM report WHERE status = 'OPEN' AND reported_id <> $1 ORDER BY created DESC LIMIT 1) AS latest`,
}

export async function readArrivals(
  database: Pick<Database, 'pool'>,
  actor: Actor,
  since: Date | null,
): Promise<Arrivals> {
  const [{ rows }, open] = await Promise.all([
    database.pool.query<Arrivals>({ ...ARRIVED, values: [actor.id, since ?? 'infinity'] }),
    since ? null : queueSize(database, 'report', 'OPEN', actor.id),
  ])
  return { count: open ?? rows[0]?.count ?? 0, latest: rows[0]?.latest ?? null }
}
