import type { Pool } from 'pg'
import { lowestIdAt } from './message-id.ts'

export interface EveningFigures {
  conversations: number
  /** The median number of messages; null without a conversation. */
  medianMessages: number | null
}

const COUNT = `
SELECT count(*)::int AS conversations, percentile_disc(0.5) WITHIN GROUP (ORDER BY messages)::int AS "medianMessages"
FROM (
  SELECT (
    SELECT count(*) FROM message
    WHERE message.conversation_id = conversation.id AND message.id >= $2 AND message.id < $3
  ) AS messages
  FROM conversation WHERE evening_id = $1
) counted`

/** Counts the conversations that an evening brought about, and their messages from its begin until a moment. */
export async function countEvening(
  pool: Pool,
  eveningId: string,
  from: number,
  until: number,
): Promise<EveningFigures> {
  const { rows } = await pool.query<EveningFigures>(COUNT, [eveningId, lowestIdAt(from), lowestIdAt(until)])
  return rows[0] ?? { conversations: 0, medianMessages: null }
}
