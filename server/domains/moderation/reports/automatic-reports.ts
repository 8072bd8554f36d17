import { v7 as uuidv7 } from 'uuid'
import { POLICY } from '#schema/policy.ts'
import type { Platform } from '#server/platform/open-platform.ts'

/** A message in the evidence of a report. */
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
   * Adds messages that came before the evidence: the last ones of the member, and one of the partner, because the partner
   * reported nothing. `messageId` is the message that they precede; null means the whole conversation.
   */
  messagesBefore?: { messageId: string | null }
}

/** Enough of the member's own messages to distinguish a joke from an age. */
const OWN_MESSAGES = POLICY.ageEvidenceLines

const INSERT = {
  name: 'report-automatically',
  text: `
WITH before AS (
  (SELECT id, sender_id, body, time FROM message
   WHERE $8 AND conversation_id = $4 AND sender_id = $3 AND ($9::uuid IS NULL OR id < $9)
   ORDER BY id DESC LIMIT ${OWN_MESSAGES})
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

export type AutomaticReports = ReturnType<typeof createAutomaticReports>

/** Creates reports in the name of the server's own defences. */
export function createAutomaticReports({ database, events }: Pick<Platform, 'database' | 'events'>) {
  return {
    /** Creates at most one open report of a kind for each member. Returns its id, or null when one is open already. */
    async report(report: AutomaticReport): Promise<string | null> {
      const { kind, userId, reason, priority, conversationId, evidence, messagesBefore } = report
      const id = uuidv7()
      const { rowCount } = await database.pool.query({
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
