import type { Pool } from 'pg'
import { LIMITS } from '#schema/limits.ts'
import { partnerNameOf } from '#schema/partner-name.ts'
import { WAS_OPEN } from '#server/platform/postgres/knock-sql.ts'

/** A chat of the last day without its content. Its partner can still be reported or blocked. */
export interface RecentChat {
  id: string
  partnerId: string
  partnerDisplayName: string
  openedAt: Date
  /** Null while the chat is open. */
  endedAt: Date | null
  /** Whether the member blocked the partner. A block by the partner is not shown. */
  blocked: boolean
}

interface Row extends RecentChat {
  ownDisplayName: string
}

const HOUR = 60 * 60_000
/** How many of the latest chats are read, which bounds the cost: a chat can end long after its last message. */
const READ = 500
const SHOWN = 100

const SELECT = `
SELECT conversation.id, member.partner_id AS "partnerId", partner.display_name AS "partnerDisplayName",
  own.display_name AS "ownDisplayName", conversation.opened_at AS "openedAt", conversation.ended_at AS "endedAt",
  EXISTS (
    SELECT 1 FROM block WHERE blocker_id = member.user_id AND blocked_id = member.partner_id
  ) AS blocked
FROM (
  SELECT * FROM conversation_member WHERE user_id = $1 ORDER BY last_activity DESC LIMIT ${READ}
) member
JOIN conversation ON conversation.id = member.conversation_id
JOIN "user" own ON own.id = member.user_id
JOIN "user" partner ON partner.id = member.partner_id
WHERE (conversation.ended_at IS NULL OR conversation.ended_at >= $2) AND ${WAS_OPEN}
ORDER BY coalesce(conversation.ended_at, 'infinity') DESC, conversation.opened_at DESC, conversation.id DESC
LIMIT ${SHOWN}`

/**
 * Returns the open chats of a member and those that ended within the last `LIMITS.recentChatHours`, the latest first,
 * a hundred at most. Chats whose partner blocked the member are included: a block must not prevent a report.
 */
export async function listRecentChats(pool: Pool, userId: string, now: number): Promise<RecentChat[]> {
  const since = new Date(now - LIMITS.recentChatHours * HOUR)
  const { rows } = await pool.query<Row>({
    name: 'recent-chats',
    text: SELECT,
    values: [userId, since],
  })
  return rows.map(({ ownDisplayName, partnerDisplayName, ...chat }) => ({
    ...chat,
    partnerDisplayName: partnerNameOf(partnerDisplayName, ownDisplayName),
  }))
}
