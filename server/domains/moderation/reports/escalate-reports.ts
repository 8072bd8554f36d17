import type { Platform } from '#server/platform/open-platform.ts'
import type { AutomaticReports } from './automatic-reports.ts'
import { REPORT_PRIORITY } from './report-priority.ts'

const HOUR = 60 * 60_000

/** Reports by different members add up within this time. */
const REPEATED_WITHIN_DAYS = 7
/** The minimum age of a reporter's account. It prevents a group of new accounts from getting a member paused. */
const MIN_REPORTER_AGE_HOURS = 24
/** Reporters with this many dismissed reports, and none that led to a sanction, do not count. */
const MAX_DISMISSED_REPORTS = 3

interface AutoPause {
  /** How many different reporters pause an account; 0 never pauses. */
  reporters: number
  /** Pauses the member until a moderator decides, at most once for each report. */
  pause(userId: string, reason: string, reportId: string): Promise<void>
}

/** Counts each reporter once, and only reports made since a moderator last decided about repeated reports. */
const COUNT_REPORTERS = `
SELECT count(DISTINCT report.reporter_id)::int AS reporters
FROM report JOIN "user" reporter ON reporter.id = report.reporter_id
WHERE report.reported_id = $1 AND report.kind = 'MEMBER' AND report.status <> 'DISMISSED'
  AND reporter.created < $3 AND report.created > greatest($2, (
    SELECT max(decided_at) FROM report WHERE reported_id = $1 AND kind = 'REPEATED' AND status <> 'OPEN'
  ))
  AND NOT (
    EXISTS (
      SELECT 1 FROM report earlier WHERE earlier.reporter_id = reporter.id AND earlier.status = 'DISMISSED'
      OFFSET ${MAX_DISMISSED_REPORTS - 1} LIMIT 1
    ) AND NOT EXISTS (
      SELECT 1 FROM report earlier WHERE earlier.reporter_id = reporter.id AND earlier.status = 'ACTED'
    )
  )`

const OPEN_REPEATED = `SELECT id FROM report WHERE reported_id = $1 AND kind = 'REPEATED' AND status = 'OPEN'`

const RAISE_PRIORITY = `
UPDATE report SET priority = GREATEST(priority, $2) WHERE reported_id = $1 AND status = 'OPEN' AND kind = 'MEMBER'`

export interface EscalationContext extends Pick<Platform, 'database' | 'clock'> {
  autoPause: AutoPause
  automaticReports: AutomaticReports
}

/** Raises the priority of a member's reports, and pauses the account when enough different members reported it. */
export async function escalateReports(context: EscalationContext, userId: string): Promise<void> {
  const { autoPause, automaticReports } = context
  const { pool } = context.database
  const reporters = await countReporters(context, userId)
  if (reporters > 1) await pool.query(RAISE_PRIORITY, [userId, reporters * REPORT_PRIORITY.perReporter])
  if (autoPause.reporters === 0 || reporters < autoPause.reporters) return
  const reason = `${reporters} people reported this account within ${REPEATED_WITHIN_DAYS} days.`
  await automaticReports.report({ kind: 'REPEATED', userId, reason, priority: REPORT_PRIORITY.repeated })
  // Read the open report instead of using the returned id: a node may have died between report and pause.
  const { rows } = await pool.query<{ id: string }>(OPEN_REPEATED, [userId])
  for (const { id } of rows) await autoPause.pause(userId, reason, id)
}

async function countReporters(
  { database: { pool }, clock }: EscalationContext,
  userId: string,
): Promise<number> {
  const now = clock.now()
  const since = new Date(now - REPEATED_WITHIN_DAYS * 24 * HOUR)
  const createdBefore = new Date(now - MIN_REPORTER_AGE_HOURS * HOUR)
  const { rows } = await pool.query<{ reporters: number }>(COUNT_REPORTERS, [userId, since, createdBefore])
  return rows[0]?.reporters ?? 0
}
