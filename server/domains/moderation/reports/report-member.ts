import { v7 as uuidv7 } from 'uuid'
import type { ReportCategory } from '#schema/chat.ts'
import { POLICY } from '#schema/policy.ts'
import { text } from '#schema/translatable.ts'
import { assertNotSelf } from '#server/domains/moderation/blocks.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { looksWaiting } from '#server/platform/postgres/knock-sql.ts'
import { type EscalationContext, escalateReports } from './escalate-reports.ts'
import { priorityOfReport } from './report-priority.ts'

/** How many of the latest messages a report keeps as evidence. */
const EVIDENCE_MESSAGES = POLICY.evidenceMessages
/** Limits of an open report to which further reports are added. */
const MAX_MERGED = { messages: 200, reason: 10_000 } as const

/** Keeps the evidence of the first report unchanged, and adds the messages that came since. */
const MERGED_EVIDENCE = `(
    SELECT coalesce(jsonb_agg(said ORDER BY place), '[]') FROM (
      SELECT said, (said ->> 'id') COLLATE "C" AS place FROM (
        SELECT said FROM jsonb_array_elements(report.evidence) said
        UNION ALL
        SELECT said FROM jsonb_array_elements(excluded.evidence) said
        WHERE NOT report.evidence @> jsonb_build_array(jsonb_build_object('id', said -> 'id'))
      ) of_both
      ORDER BY place DESC LIMIT ${MAX_MERGED.messages}
    ) last
  )`

const REPORT = `
WITH shared AS (
  SELECT id FROM conversation
  WHERE low_user_id = least($2::uuid, $3::uuid) AND high_user_id = greatest($2::uuid, $3::uuid)
), blocked AS (
  INSERT INTO block (blocker_id, blocked_id) SELECT $2::uuid, $3::uuid FROM shared ON CONFLICT DO NOTHING
)
INSERT INTO report (id, reporter_id, reported_id, conversation_id, reason, priority, category, evidence)
SELECT $1, $2, $3, shared.id, $4, $5, $6::"ReportCategory", coalesce((
  SELECT jsonb_agg(jsonb_build_object('id', id, 'senderId', sender_id, 'message', body, 'time', time) ORDER BY id)
  FROM (
    (
      SELECT id, sender_id, body, time FROM message WHERE message.conversation_id = shared.id
      ORDER BY id DESC LIMIT ${EVIDENCE_MESSAGES}
    )
    -- The message that waits with a knock.
    UNION ALL
    SELECT message_id, from_id, message, message_time FROM knock
    WHERE knock.conversation_id = shared.id AND message_id IS NOT NULL AND ${looksWaiting('knock')}
  ) last
), '[]')
FROM shared
ON CONFLICT (reporter_id, reported_id) WHERE status = 'OPEN' AND kind = 'MEMBER' DO UPDATE SET
  conversation_id = excluded.conversation_id,
  priority = greatest(report.priority, excluded.priority),
  category = CASE
    WHEN excluded.priority > report.priority THEN coalesce(excluded.category, report.category)
    ELSE coalesce(report.category, excluded.category)
  END,
  reason = CASE
    WHEN strpos(report.reason, excluded.reason) > 0 THEN report.reason
    ELSE left(report.reason || E'\\n\\n' || excluded.reason, ${MAX_MERGED.reason})
  END,
  evidence = ${MERGED_EVIDENCE}
RETURNING id`

interface ReportContext extends EscalationContext, Pick<Platform, 'events' | 'limits' | 'failures'> {
  /** Returns whether a text names something that a moderator should read first. */
  isUrgentText(text: string): boolean
}

export interface MemberReport {
  reporterId: string
  reportedId: string
  reason: string
  category?: ReportCategory | undefined
  isNewAccount?: boolean | undefined
}

/**
 * Stores a report with the latest messages as evidence, blocks the reported member, and escalates repeated reports. While a
 * report by the same reporter is open, this one is added to it.
 * @throws ApiError INVALID for the own account; NOT_FOUND unless they share a conversation; RATE_LIMITED; NEW_ACCOUNT_LIMIT
 */
export async function reportMember(
  context: ReportContext,
  { reporterId, reportedId, reason, category, isNewAccount }: MemberReport,
): Promise<void> {
  const { database, events, failures, limits } = context
  assertNotSelf(reporterId, reportedId)
  await limits.consume('reportByAccount', reporterId, isNewAccount)
  const priority = priorityOfReport(category ?? null, context.isUrgentText(reason))
  const values = [uuidv7(), reporterId, reportedId, reason, priority, category ?? null]
  const { rows } = await database.pool.query<{ id: string }>(REPORT, values)
  const [stored] = rows
  if (!stored) throw new ApiError('NOT_FOUND', text('You can only report people you have chatted with.'))
  await events.emit('moderationChanged', {
    kind: 'REPORT_ARRIVED',
    ids: [stored.id],
    subjectId: reportedId,
    actorId: null,
  })
  await events.emit('userBlocked', { blockerId: reporterId, blockedId: reportedId })
  // The report is stored. If the escalation fails, the next report repeats it.
  await escalateReports(context, reportedId).catch(failures.of('report escalation'))
}
