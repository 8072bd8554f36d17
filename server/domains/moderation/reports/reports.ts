import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { POLICY } from '#schema/policy.ts'
import { notOneself } from '#server/domains/moderation/blocks.ts'
import type { EventBus } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { createAutomaticReports } from './automatic-reports.ts'

/** How much of what was said last is kept with a report. */
const EVIDENCE_MESSAGES = POLICY.evidenceMessages
/** What further reports of the same person add to an open one ends there. */
const KEPT = { messages: 200, reason: 10_000 } as const
/** Reports of different people within this time add up. */
const REPEATED_WITHIN_DAYS = 7
/** An account must be as old for its report to count towards a pause, so that a crowd of new ones cannot silence anybody. */
const COUNTS_FROM_HOURS = 24
/** Nor does the report of somebody count whose reports were dismissed this often, and never led to anything. */
const DISMISSED_TOO_OFTEN = 3

export const PRIORITY = { grave: 50, repeated: 80, eachReporter: 10 } as const

/** What cannot wait. A report that says so without need only comes up sooner. */
const GRAVE =
  /\b(child|minor|under ?age|under ?1[0-8]|school|kid|suicid|kill|murder|rape|threat|weapon|blackmail|extort|traffick|nude)/i

export interface MyReport {
  id: string
  displayName: string
  reason: string
  created: Date
  status: 'OPEN' | 'DISMISSED' | 'ACTED'
  outcome: string | null
}

export interface Reports {
  /**
   * Keeps what was said as evidence, and blocks. While a report of the same two is open, this one is added to it.
   * @throws ApiError NOT_FOUND unless they share a conversation
   */
  report(reporterId: string, reportedId: string, reason: string, isNewAccount?: boolean): Promise<void>
  /** The latest first, a hundred at most. */
  myReports(userId: string): Promise<MyReport[]>
}

export interface AutoPause {
  /** Of how many different people; 0 never pauses. */
  reporters: number
  /** Holds the person off until somebody has looked; once for a report. */
  pause(userId: string, reason: string, reportId: string): Promise<void>
}

/** What was said first stays as it stood then; what came since is added. */
const BOTH_EVIDENCE = `(
    SELECT coalesce(jsonb_agg(said ORDER BY place), '[]') FROM (
      SELECT said, (said ->> 'id') COLLATE "C" AS place FROM (
        SELECT said FROM jsonb_array_elements(report.evidence) said
        UNION ALL
        SELECT said FROM jsonb_array_elements(excluded.evidence) said
        WHERE NOT report.evidence @> jsonb_build_array(jsonb_build_object('id', said -> 'id'))
      ) of_both
      ORDER BY place DESC LIMIT ${KEPT.messages}
    ) last
  )`

const REPORT = `
WITH shared AS (
  SELECT id FROM conversation
  WHERE low_user_id = least($2::uuid, $3::uuid) AND high_user_id = greatest($2::uuid, $3::uuid)
), blocked AS (
  INSERT INTO block (blocker_id, blocked_id) SELECT $2::uuid, $3::uuid FROM shared ON CONFLICT DO NOTHING
)
INSERT INTO report (id, reporter_id, reported_id, conversation_id, reason, priority, evidence)
SELECT $1, $2, $3, shared.id, $4, $5, coalesce((
  SELECT jsonb_agg(jsonb_build_object('id', id, 'senderId', sender_id, 'message', body, 'time', time) ORDER BY id)
  FROM (
    SELECT * FROM message WHERE message.conversation_id = shared.id ORDER BY id DESC LIMIT ${EVIDENCE_MESSAGES}
  ) last
), '[]')
FROM shared
ON CONFLICT (reporter_id, reported_id) WHERE status = 'OPEN' AND kind = 'MEMBER' DO UPDATE SET
  conversation_id = excluded.conversation_id,
  priority = greatest(report.priority, excluded.priority),
  reason = CASE
    WHEN strpos(report.reason, excluded.reason) > 0 THEN report.reason
    ELSE left(report.reason || E'\\n\\n' || excluded.reason, ${KEPT.reason})
  END,
  evidence = ${BOTH_EVIDENCE}
RETURNING id`

/** Whose word counts, each once; not again what somebody has looked at since. */
const REPORTERS = `
SELECT count(DISTINCT report.reporter_id)::int AS reporters
FROM report JOIN "user" reporter ON reporter.id = report.reporter_id
WHERE report.reported_id = $1 AND report.kind = 'MEMBER' AND report.status <> 'DISMISSED'
  AND reporter.created < $3 AND report.created > greatest($2, (
    SELECT max(decided_at) FROM report WHERE reported_id = $1 AND kind = 'REPEATED' AND status <> 'OPEN'
  ))
  AND NOT (
    EXISTS (
      SELECT 1 FROM report earlier WHERE earlier.reporter_id = reporter.id AND earlier.status = 'DISMISSED'
      OFFSET ${DISMISSED_TOO_OFTEN - 1} LIMIT 1
    ) AND NOT EXISTS (
      SELECT 1 FROM report earlier WHERE earlier.reporter_id = reporter.id AND earlier.status = 'ACTED'
    )
  )`

const OPEN_REPEATED = `SELECT id FROM report WHERE reported_id = $1 AND kind = 'REPEATED' AND status = 'OPEN'`

const RAISE = `
UPDATE report SET priority = GREATEST(priority, $2) WHERE reported_id = $1 AND status = 'OPEN' AND kind = 'MEMBER'`

interface ReportDeps {
  pool: Pool
  clock: Clock
  events: EventBus
  limits: RateLimits
  autoPause: AutoPause
  onError(error: unknown): void
}

const HOUR = 60 * 60_000

export function createReports({ pool, clock, events, limits, autoPause, onError }: ReportDeps): Reports {
  const automatic = createAutomaticReports(pool, events)

  async function countReporters(userId: string): Promise<number> {
    const now = clock.now()
    const since = new Date(now - REPEATED_WITHIN_DAYS * 24 * HOUR)
    const grown = new Date(now - COUNTS_FROM_HOURS * HOUR)
    const { rows } = await pool.query<{ reporters: number }>(REPORTERS, [userId, since, grown])
    return rows[0]?.reporters ?? 0
  }

  async function weigh(userId: string) {
    const reporters = await countReporters(userId)
    if (reporters > 1) await pool.query(RAISE, [userId, reporters * PRIORITY.eachReporter])
    if (autoPause.reporters === 0 || reporters < autoPause.reporters) return
    const reason = `${reporters} people reported this person within ${REPEATED_WITHIN_DAYS} days.`
    await automatic.report({ kind: 'REPEATED', userId, reason, priority: PRIORITY.repeated })
    // Asked for rather than taken from above: a node may have died between the report and the pause.
    const { rows } = await pool.query<{ id: string }>(OPEN_REPEATED, [userId])
    for (const { id } of rows) await autoPause.pause(userId, reason, id)
  }

  return {
    async report(reporterId, reportedId, reason, isNewAccount) {
      notOneself(reporterId, reportedId)
      await limits.consume('reportByAccount', reporterId, isNewAccount)
      const priority = GRAVE.test(reason) ? PRIORITY.grave : 0
      const values = [uuidv7(), reporterId, reportedId, reason, priority]
      const { rows } = await pool.query<{ id: string }>(REPORT, values)
      const [stored] = rows
      if (!stored) throw new ApiError('NOT_FOUND', 'You can report people you have talked with.')
      await events.emit('moderationChanged', {
        kind: 'REPORT_ARRIVED',
        ids: [stored.id],
        subjectId: reportedId,
        actorId: null,
      })
      await events.emit('userBlocked', { blockerId: reporterId, blockedId: reportedId })
      // The report is made: what cannot be weighed now is weighed with the next.
      await weigh(reportedId).catch(onError)
    },

    async myReports(userId) {
      const { rows } = await pool.query<MyReport>(
        `SELECT report.id, "user".display_name AS "displayName", reason, report.created, status::text AS status, outcome
         FROM report JOIN "user" ON "user".id = report.reported_id
         WHERE reporter_id = $1 ORDER BY report.created DESC, report.id DESC LIMIT 100`,
        [userId],
      )
      return rows
    },
  }
}
