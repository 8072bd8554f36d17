import { CLAIM } from '#schema/moderation.ts'
import { text } from '#schema/translatable.ts'
import type { NamedMember } from '#server/domains/moderation/named-member.ts'
import type { Actor } from '#server/domains/moderation/permissions.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/open-platform.ts'

/** Which moderator is handling a report, and until when. */
export interface ReportClaim {
  by: NamedMember
  until: Date
}

/** Takes a claim that is free, expired or the caller's own. Returns no row while another moderator holds it. */
const TAKE_CLAIM = `
  INSERT INTO report_claim (report_id, user_id, expires) VALUES ($1, $2, $3)
  ON CONFLICT (report_id) DO UPDATE SET user_id = excluded.user_id, expires = excluded.expires
    WHERE report_claim.user_id = excluded.user_id OR report_claim.expires <= $4
  RETURNING report_id`

/** Creates the claims. A claim shows other moderators that a report is being handled; it does not prevent them from deciding. */
export function createClaims({
  database: { prisma, pool },
  clock,
  events,
}: Pick<Platform, 'database' | 'clock' | 'events'>) {
  /** Staff cannot see reports about themselves, so for them such a report is not found. */
  const openReport = async (actor: Actor, id: string) => {
    const report = await prisma.report.findUnique({
      where: { id, reportedId: { not: actor.id } },
      select: { status: true, reportedId: true },
    })
    if (!report) throw new ApiError('NOT_FOUND', text('We cannot find this report.'))
    if (report.status !== 'OPEN')
      throw new ApiError('CONFLICT', text('This report has already been decided.'))
    return report
  }

  /** Returns the active claims by report id. */
  async function claimsOn(reportIds: readonly string[]): Promise<Map<string, ReportClaim>> {
    const rows = await prisma.reportClaim.findMany({
      where: { reportId: { in: [...reportIds] }, expires: { gt: new Date(clock.now()) } },
      include: { user: { select: { id: true, displayName: true } } },
    })
    return new Map(rows.map(({ reportId, user, expires }) => [reportId, { by: user, until: expires }]))
  }

  return {
    claimsOn,

    /**
     * Claims an open report for two minutes, or renews the caller's claim. Returns the active claim: a claim of another
     * moderator is not replaced before it expires. @throws ApiError NOT_FOUND, CONFLICT once the report is decided
     */
    async claim(actor: Actor, reportId: string): Promise<ReportClaim> {
      const report = await openReport(actor, reportId)
      const now = clock.now()
      const until = new Date(now + CLAIM.lasts)
      const { rowCount } = await pool.query(TAKE_CLAIM, [reportId, actor.id, until, new Date(now)])
      const activeClaim = (await claimsOn([reportId])).get(reportId)
      if (!activeClaim) throw new ApiError('CONFLICT', text('This report has already been decided.'))
      if (rowCount)
        await events.emit('moderationChanged', {
          kind: 'REPORT_CLAIMED',
          ids: [reportId],
          subjectId: report.reportedId,
          actorId: actor.id,
        })
      return activeClaim
    },

    /** Ends the caller's claim. Claims of other moderators stay. */
    async release(actor: Actor, reportId: string) {
      const { count } = await prisma.reportClaim.deleteMany({ where: { reportId, userId: actor.id } })
      if (count === 0) return
      const report = await prisma.report.findUnique({ where: { id: reportId }, select: { reportedId: true } })
      if (!report) return
      await events.emit('moderationChanged', {
        kind: 'REPORT_RELEASED',
        ids: [reportId],
        subjectId: report.reportedId,
        actorId: actor.id,
      })
    },
  }
}
