import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'

/** How soon a person should look, beside the 0 of a member's report. */
export const PRIORITY = { minor: 100, knownDevice: 80, heldMessages: 40, knownAddress: 10 } as const

/** One message as it stands in a report's evidence. */
export interface Evidence {
  id: string
  senderId: string
  message: string
  time: string
}

export interface AutomaticReport {
  kind: 'MINOR' | 'REPEATED' | 'FILTER' | 'EVASION'
  userId: string
  reason: string
  priority: number
  conversationId?: string
  /** Without it, what was said last in the conversation. */
  evidence?: readonly Evidence[]
}

export interface AutomaticReports {
  /** At most one open report of a kind for a person; answers its id, or null when there is one already. */
  report(report: AutomaticReport): Promise<string | null>
}

const EVIDENCE_MESSAGES = 50

const INSERT = {
  name: 'report-automatically',
  text: `
INSERT INTO report (id, kind, reported_id, conversation_id, reason, priority, evidence)
VALUES ($1, $2::"ReportKind", $3, $4, $5, $6, coalesce($7::jsonb, (
  SELECT jsonb_agg(jsonb_build_object('id', id, 'senderId', sender_id, 'message', body, 'time', time) ORDER BY id)
  FROM (
    SELECT * FROM message WHERE message.conversation_id = $4 ORDER BY id DESC LIMIT ${EVIDENCE_MESSAGES}
  ) last
), '[]'))
ON CONFLICT (reported_id, kind) WHERE status = 'OPEN' AND kind <> 'MEMBER' DO NOTHING`,
}

export function createAutomaticReports(pool: Pool): AutomaticReports {
  return {
    async report({ kind, userId, reason, priority, conversationId, evidence }) {
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
          evidence ? JSON.stringify(evidence) : null,
        ],
      })
      return rowCount ? id : null
    },
  }
}
