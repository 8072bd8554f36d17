import type { Pool } from 'pg'
import { inTransaction } from '#server/platform/postgres/index.ts'
import { looksWaiting } from '#server/platform/postgres/knock-sql.ts'

/** How many undecided messages of one sender wait for the moderators. More would hide those of other members. */
export const MAX_OPEN_HELD = 20

export interface MessageToHold {
  /** A message with the same id is stored once. */
  id: string
  conversationId: string
  senderId: string
  body: string
  /** The filter rule that held it. */
  rule: string
}

/** Whether the message waits for the moderators now, and the time of the database. */
export interface HoldAttempt {
  waits: boolean
  time: Date
}

/** Messages that the sender sends at once are counted one after the other. */
const LOCK_SENDER = `SELECT 1 FROM "user" WHERE id = $1 FOR NO KEY UPDATE`

/** Also holds the message that waits with a knock. */
const STORE = {
  name: 'hold-message',
  text: `
WITH place AS (
  SELECT conversation.id FROM conversation
  JOIN conversation_member member ON member.conversation_id = conversation.id AND member.user_id = $3
  WHERE conversation.id = $2 AND (conversation.ended_at IS NULL OR EXISTS (
    SELECT 1 FROM knock WHERE knock.conversation_id = $2 AND knock.from_id = $3 AND ${looksWaiting('knock')}
  ))
), known AS (
  SELECT 1 FROM held_message WHERE id = $1
), held AS (
  INSERT INTO held_message (id, conversation_id, sender_id, body, rule)
  SELECT $1, place.id, $3, $4, $5 FROM place
  WHERE (SELECT count(*) FROM held_message WHERE sender_id = $3 AND status = 'HELD') < ${MAX_OPEN_HELD}
  ON CONFLICT (id) DO NOTHING
  RETURNING 1
)
SELECT now() AS time, EXISTS (SELECT 1 FROM known) OR EXISTS (SELECT 1 FROM held) AS waits FROM place`,
}

/**
 * Stores a message for the moderators, unless too many of the sender's wait already. Returns null where the message could
 * not have been sent.
 */
export async function storeHeldMessage(
  pool: Pool,
  { id, conversationId, senderId, body, rule }: MessageToHold,
): Promise<HoldAttempt | null> {
  return inTransaction(pool, async (client) => {
    await client.query(LOCK_SENDER, [senderId])
    const values = [id, conversationId, senderId, body, rule]
    const { rows } = await client.query<HoldAttempt>({ ...STORE, values })
    return rows[0] ?? null
  })
}
