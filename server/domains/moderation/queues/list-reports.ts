import type { Page, ReportCategory } from '#schema/chat.ts'
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
  /** What the reporter chose; null for automatic reports and without a choice. */
  category: ReportCategory | null
  created: Date
  decidedAt: Date | null
  reported: NamedMember
  /** Null for reports by the server's own defences. */
  reporter: NamedMember | null
  /** The latest messages at the time of the report. */
  evidence: Evidence
}

/** Which reports a list contains. */
export interface ReportFilter {
  status: QueueStatus
  /** Null for every category. */
  category: ReportCategory | null
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
const QUEUES: Record<QueueStatus, { which: string; order: string }> = {
  OPEN: { which: "status = 'OPEN' AND reported_id <> $1", order: 'priority DESC, created, id' },
  DECIDED: { which: "status <> 'OPEN' AND reported_id <> $1", order: 'decided_at DESC, id DESC' },
}
const IN_CATEGORY = `category = $2::"ReportCategory"`

/** Returns one page of reports: open ones by priority, decided ones newest decision first. */
export async function listReports(
  database: Pick<Database, 'prisma' | 'pool'>,
  actor: Actor,
  filter: ReportFilter,
  place: PageRequest,
): Promise<Page<QueuedReport>> {
  const { skip, take } = pageRange(place)
  const { which, order } = QUEUES[filter.status]
  const values = filter.category ? [actor.id, filter.category] : [actor.id]
  const limit = `LIMIT $${values.length + 1} OFFSET $${values.length + 2}`
  const [page, total] = await Promise.all([
    database.pool.query<{ id: string }>(
      `SELECT id FROM report WHERE ${which}${filter.category ? ` AND ${IN_CATEGORY}` : ''} ORDER BY ${order} ${limit}`,
      [...values, take, skip],
    ),
    sizeOf(database, actor, filter),
  ])
  const rows = await database.prisma.report.findMany({
    where: { id: { in: page.rows.map(({ id }) => id) } },
    include: withNames,
  })
  const found = new Map(rows.map((row) => [row.id, row]))
  const inOrder = page.rows.flatMap(({ id }) => found.get(id) ?? [])
  return pageOf(inOrder.map(presentReport), total, place)
}

/** The list sizes of the database do not distinguish categories, so those are counted. */
async function sizeOf(
  database: Pick<Database, 'pool'>,
  actor: Actor,
  { status, category }: ReportFilter,
): Promise<number> {
  if (!category) return queueSize(database, 'report', status, actor.id)
  const { rows } = await database.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM report WHERE ${QUEUES[status].which} AND ${IN_CATEGORY}`,
    [actor.id, category],
  )
  return rows[0]?.count ?? 0
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
    (SELECT count(*)::int FROM report WHERE status = 'OPEN' AND reported_id <> $1 AND created > $2
      AND ($3::"ReportCategory" IS NULL OR category = $3)) AS count,
    (SELECT created FROM report WHERE status = 'OPEN' AND reported_id <> $1 ORDER BY created DESC LIMIT 1) AS latest`,
}

export async function readArrivals(
  database: Pick<Database, 'pool'>,
  actor: Actor,
  since: Date | null,
  category: ReportCategory | null,
): Promise<Arrivals> {
  const [{ rows }, open] = await Promise.all([
    database.pool.query<Arrivals>({ ...ARRIVED, values: [actor.id, since ?? 'infinity', category] }),
    since ? null : sizeOf(database, actor, { status: 'OPEN', category }),
  ])
  return { count: open ?? rows[0]?.count ?? 0, latest: rows[0]?.latest ?? null }
}
