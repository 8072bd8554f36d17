import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { ApiError } from '../errors.ts'

export interface Opened {
  conversationId: string
  /** False when it was open already, so that nobody is told twice. */
  fresh: boolean
}

const OPEN = {
  name: 'open-conversation',
  text: `
WITH before AS (
  SELECT id, ended_at FROM conversation WHERE low_user_id = $2 AND high_user_id = $3 FOR UPDATE
), opened AS (
  INSERT INTO conversation (id, low_user_id, high_user_id)
  SELECT $1, $2, $3 WHERE NOT EXISTS (
    SELECT 1 FROM block WHERE (blocker_id = $2 AND blocked_id = $3) OR (blocker_id = $3 AND blocked_id = $2)
  )
  ON CONFLICT (low_user_id, high_user_id) DO UPDATE SET
    opened_at = CASE WHEN conversation.ended_at IS NULL THEN conversation.opened_at ELSE now() END,
    ended_at = NULL, ended_by = NULL
  RETURNING id
), members AS (
  INSERT INTO conversation_member (conversation_id, user_id, partner_id)
  SELECT id, $2::uuid, $3::uuid FROM opened UNION ALL SELECT id, $3::uuid, $2::uuid FROM opened
  ON CONFLICT (conversation_id, user_id) DO UPDATE SET active = true, last_activity = now()
)
SELECT opened.id, before.id IS NULL OR before.ended_at IS NOT NULL AS fresh
FROM opened LEFT JOIN before ON before.id = opened.id`,
}

const BLOCKED = `
UPDATE conversation SET ended_at = now() WHERE id = $1 AND EXISTS (
  SELECT 1 FROM block
  WHERE (blocker_id = low_user_id AND blocked_id = high_user_id)
     OR (blocker_id = high_user_id AND blocked_id = low_user_id)
)`

/**
 * Opens the one conversation of a pair, or opens it again. @throws ApiError FORBIDDEN across a block.
 * A block that was being made meanwhile is looked for again afterwards: whoever comes second sees the other.
 */
export async function openConversation(pool: Pool, userA: string, userB: string): Promise<Opened> {
  const [low, high] = userA < userB ? [userA, userB] : [userB, userA]
  const { rows } = await pool.query<{ id: string; fresh: boolean }>({
    ...OPEN,
    values: [uuidv7(), low, high],
  })
  const [row] = rows
  const ended = row ? await pool.query(BLOCKED, [row.id]) : null
  if (!row || ended?.rowCount) throw new ApiError('FORBIDDEN', 'This person cannot be reached.')
  return { conversationId: row.id, fresh: row.fresh }
}
