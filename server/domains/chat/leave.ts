import type { Pool } from 'pg'
import { openConversationOf } from '#server/platform/postgres/open-conversation-sql.ts'
import { CLOSE_SIDES, ENDED } from './close-sides-sql.ts'

export interface Ended {
  conversationId: string
  userId: string
  partnerId: string
}

const end = (name: string, condition: string) => ({
  name,
  text: `
WITH ended AS (
  UPDATE conversation SET ended_at = now(), ended_by = $2
  WHERE id = $1 AND ended_at IS NULL AND $2 IN (low_user_id, high_user_id) AND ${condition}
  RETURNING ${ENDED}, CASE WHEN low_user_id = $2 THEN high_user_id ELSE low_user_id END AS partner_id
), ${CLOSE_SIDES}
SELECT partner_id FROM ended`,
})

/** `$3`: when the chat to end was opened, or null. One that was opened again since then goes on. */
const END = end('end-conversation', '($3::timestamptz IS NULL OR opened_at <= $3)')

/** `$3`: the grace in milliseconds. A later goodbye moves the mark. */
const END_AFTER_GOODBYE = end(
  'end-after-goodbye',
  `EXISTS (
    SELECT 1 FROM conversation_member member WHERE member.conversation_id = conversation.id AND member.user_id = $2
      AND member.leaving_since <= now() - $3 * interval '1 millisecond')`,
)

/**
 * `$2`: the longest absence in milliseconds. A conversation that was opened while the member was away already does not
 * end, because they lost no stream during it.
 */
const END_AFTER_ABSENCE = {
  name: 'end-after-absence',
  text: `
WITH due AS (
  SELECT conversation.id, member.partner_id
  FROM member_presence presence
  JOIN conversation_member member ON member.user_id = presence.user_id
  JOIN conversation ON conversation.id = member.conversation_id
  WHERE presence.user_id = $1 AND presence.away_since <= now() - $2 * interval '1 millisecond'
    AND conversation.ended_at IS NULL AND conversation.opened_at <= presence.away_since
  ORDER BY conversation.id FOR NO KEY UPDATE OF conversation
), ended AS (
  UPDATE conversation SET ended_at = now(), ended_by = $1 FROM due
  WHERE conversation.id = due.id AND conversation.ended_at IS NULL
  RETURNING ${ENDED}, due.partner_id
), ${CLOSE_SIDES}
SELECT id, partner_id FROM ended`,
}

async function run(
  pool: Pool,
  statement: typeof END,
  [conversationId, userId, parameter]: [string, string, number | Date | null],
): Promise<Ended | null> {
  const values = [conversationId, userId, parameter]
  const { rows } = await pool.query<{ partner_id: string }>({ ...statement, values })
  const [row] = rows
  return row ? { conversationId, userId, partnerId: row.partner_id } : null
}

/**
 * Ends an open conversation. Returns null when it had ended or the member has none of this id, so its end is published once,
 * and when it was opened again after `openedAt`.
 */
export const endConversation = (pool: Pool, conversationId: string, userId: string, openedAt?: Date) =>
  run(pool, END, [conversationId, userId, openedAt ?? null])

/** Ends an open conversation whose member said goodbye `grace` milliseconds ago; null otherwise. */
export const endAfterGoodbye = (pool: Pool, conversationId: string, userId: string, grace: number) =>
  run(pool, END_AFTER_GOODBYE, [conversationId, userId, grace])

/** Ends the open conversations during which a member lost their stream, when that was `absence` milliseconds ago. */
export async function endAfterAbsence(pool: Pool, userId: string, absence: number): Promise<Ended[]> {
  const { rows } = await pool.query<{ id: string; partner_id: string }>({
    ...END_AFTER_ABSENCE,
    values: [userId, absence],
  })
  return rows.map(({ id, partner_id }) => ({ conversationId: id, userId, partnerId: partner_id }))
}

const BETWEEN = {
  name: 'conversation-between',
  text: `SELECT ${openConversationOf('$1::uuid', '$2::uuid')} AS id`,
}

export async function openConversationBetween(
  pool: Pool,
  userA: string,
  userB: string,
): Promise<string | null> {
  const { rows } = await pool.query<{ id: string | null }>({ ...BETWEEN, values: [userA, userB] })
  return rows[0]?.id ?? null
}

/** Returns up to 100 open conversations of a member. */
export async function openConversationsOf(pool: Pool, userId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT conversation.id FROM conversation_member member
     JOIN conversation ON conversation.id = member.conversation_id
     WHERE member.user_id = $1 AND conversation.ended_at IS NULL LIMIT 100`,
    [userId],
  )
  return rows.map((row) => row.id)
}
