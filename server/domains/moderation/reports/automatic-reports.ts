import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { POLICY } from '#schema/policy.ts'
import type { EventBus } from '#server/events.ts'

/** How soon a person should look, beside the 0 of a member's report. */
export const PRIORITY = { minor: 100, knownDevice: 80, heldMessages: 40, knownAddress: 10 } as const

/** One message as it stands in a report's evidence. */
export interface Evidence {
  id: string
  senderId: string
  message: string
  time: string
  /** The part of the message that the report is about. */
  about?: string
}

export interface AutomaticReport {
  kind: 'MINOR' | 'REPEATED' | 'FILTER' | 'EVASION'
  userId: string
  reason: string
  priority: number
  conversationId?: string
  evidence?: readonly Evidence[]
  /**
   * Kept before the evidence from the conversation, in which nobody reported anything: what the person themselves said
   * before it, and of the other no more than the line that it may answer.
   */
  messagesBefore?: { messageId: string | null }
}

export interface AutomaticReports {
  /** At most one open report of a kind for a person; answers its id, or null when there is one already. */
  report(report: AutomaticReport): Promise<string | null>
}

/** As many lines of the person's own tell a joke from an age. */
const OWN_LINES = POLICY.ageEvidenceLines

const INSERT = {
  name: 'report-automatically',
  text: `
WITH before AS (
  (SELECT id, sender_id, body, time FROM message
   WHERE $8 AND conversation_id = $4 AND sender_id = $3 AND ($9::uuid IS NULL OR id < $9)
   ORDER BY id DESC LIMIT ${OWN_LINES})
  UNION ALL
  (SELECT id, sender_id, body, time FROM message
   WHERE $8 AND conversation_id = $4 AND sender_id <> $3 AND ($9::uuid IS NULL OR id < $9)
   ORDER BY id DESC LIMIT 1)
)
INSERT INTO report (id, kind, reported_id, conversation_id, reason, priority, evidence)
VALUES ($1, $2::"ReportKind", $3, $4, $5, $6, coalesce((
  SELECT jsonb_agg(jsonb_build_object('id', id, 'senderId', sender_id, 'message', body, 'time', time) ORDER BY id)
  FROM before
), '[]') || $7::jsonb)
ON CONFLICT (reported_id, kind) WHERE status = 'OPEN' AND kind <> 'MEMBER' DO NOTHING`,
}

/** `events` hears of each report that is made. */
export function createAutomaticReports(pool: Pool, events: EventBus): AutomaticReports {
  return {
    async report({ kind, userId, reason, priority, conversationId, evidence, messagesBefore }) {
      const id = uuidv7()
      const { rowCount } = await pool.query({
        ...INSERT,
        values: [
          id,
          kind,
          userId,
          conversationId ?? null,
          reason,
          priority,
          JSON.stringify(evidence ?? []),
          messagesBefore !== undefined,
          messagesBefore?.messageId ?? null,
        ],
      })
      if (!rowCount) return null
      const arrived = { kind: 'REPORT_ARRIVED', ids: [id], subjectId: userId, actorId: null } as const
      await events.emit('moderationChanged', arrived)
      return id
    },
  }
}
