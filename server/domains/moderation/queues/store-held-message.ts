import type { Pool } from 'pg'

export interface MessageToHold {
  /** A message with the same id is stored once. */
  id: string
  conversationId: string
  senderId: string
  body: string
  /** The filter rule that held it. */
  rule: string
}

const STORE = {
  name: 'hold-message',
  text: `
WITH place AS (
  SELECT conversation.id FROM conversation
  JOIN conversation_member member ON member.conversation_id = conversation.id AND member.user_id = $3
  WHERE conversation.id = $2 AND conversation.ended_at IS NULL
), held AS (
  INSERT INTO held_message (id, conversation_id, sender_id, body, rule)
  SELECT $1, place.id, $3, $4, $5 FROM place ON CONFLICT (id) DO NOTHING
)
SELECT now() AS time FROM place`,
}

/** Stores a message for the moderators. Returns the time; null where the message could not have been sent. */
export async function storeHeldMessage(
  pool: Pool,
  { id, conversationId, senderId, body, rule }: MessageToHold,
): Promise<Date | null> {
  const values = [id, conversationId, senderId, body, rule]
  const { rows } = await pool.query<{ time: Date }>({ ...STORE, values })
  return rows[0]?.time ?? null
}
