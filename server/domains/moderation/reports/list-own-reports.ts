import type { Pool } from 'pg'
import type { ReportCategory } from '#schema/chat.ts'
import { partnerNameOf } from '#schema/partner-name.ts'

/** A report as its reporter sees it. */
export interface MyReport {
  id: string
  displayName: string
  reason: string
  /** Null without a category. */
  category: ReportCategory | null
  created: Date
  status: 'OPEN' | 'DISMISSED' | 'ACTED'
  outcome: string | null
}

/** Returns the reports that a member made, newest first, at most 100. */
export async function listOwnReports(pool: Pool, userId: string): Promise<MyReport[]> {
  const { rows } = await pool.query<MyReport & { ownName: string }>(
    `SELECT report.id, "user".display_name AS "displayName", own.display_name AS "ownName", reason,
       category::text AS category, report.created, status::text AS status, outcome
     FROM report JOIN "user" ON "user".id = report.reported_id JOIN "user" own ON own.id = report.reporter_id
     WHERE reporter_id = $1 ORDER BY report.created DESC, report.id DESC LIMIT 100`,
    [userId],
  )
  return rows.map(({ ownName, displayName, ...report }) => ({
    ...report,
    displayName: partnerNameOf(displayName, ownName),
  }))
}
