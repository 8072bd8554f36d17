import type { Pool } from 'pg'
import type { Conversation, ConversationPage } from '#schema/chat.ts'
import { interestKey } from '#schema/interests.ts'
import { partnerNameOf } from '#schema/partner-name.ts'
import { ApiError } from '#server/platform/errors.ts'
import { type PageRequest, pageOf, pageRange } from '#server/platform/pagination.ts'
import { NOT_BLOCKED } from '#server/platform/postgres/block-sql.ts'
import type { History } from './history.ts'

/** Counting stops here, because the client shows no higher number. */
const UNREAD_CAP = 100

interface Row {
  id: string
  user_id: string
  partner_id: string
  user_display_name: string
  partner_display_name: string | null
  user_active: boolean
  partner_active: boolean
  user_interests: string[]
  partner_interests: string[]
  last_time: Date | null
  last_body: string | null
  unread: number
}

/** Read on the member's index, newest first: the cost is that of the page, however long the list. */
const SELECT = `
  SELECT conversation.id, member.user_id, member.partner_id,
    own.display_name AS user_display_name, partner.display_name AS partner_display_name,
    member.active AND conversation.ended_at IS NULL AS user_active,
    other.active AND conversation.ended_at IS NULL AS partner_active,
    own.interests AS user_interests, partner.interests AS partner_interests,
    latest.time AS last_time, latest.body AS last_body,
    (SELECT count(*)::int FROM (
      SELECT 1 FROM message
      WHERE message.conversation_id = conversation.id AND message.sender_id = member.partner_id
        AND message.id > greatest(member.read_through, member.cleared_through, $1::uuid)
      LIMIT ${UNREAD_CAP}
    ) unread) AS unread
  FROM conversation_member member
  JOIN conversation ON conversation.id = member.conversation_id
  JOIN conversation_member other ON other.conversation_id = member.conversation_id AND other.user_id = member.partner_id
  JOIN "user" own ON own.id = member.user_id
  JOIN "user" partner ON partner.id = member.partner_id
  LEFT JOIN LATERAL (
    SELECT time, body FROM message
    WHERE message.conversation_id = conversation.id
      AND message.id > greatest(member.cleared_through, $1::uuid)
    ORDER BY message.id DESC LIMIT 1
  ) latest ON true`

export function sharedInterests(mine: readonly string[], partners: readonly string[]): string[] {
  const known = new Set(partners.map(interestKey))
  return mine.filter((interest) => known.has(interestKey(interest)))
}

function present(row: Row, online: ReadonlySet<string>): Conversation {
  const partnerDisplayName = partnerNameOf(row.partner_display_name, row.user_display_name)
  return {
    id: row.id,
    userId: row.user_id,
    partnerId: row.partner_id,
    userDisplayName: row.user_display_name,
    partnerDisplayName,
    name: partnerDisplayName,
    userActive: row.user_active,
    partnerActive: row.partner_active,
    userOnline: online.has(row.partner_id),
    lastMessageTime: row.last_time?.toISOString() ?? null,
    lastSentMessage: row.last_body,
    unreadCount: row.unread,
    sharedInterests: sharedInterests(row.user_interests, row.partner_interests),
  }
}

export interface ReadDeps {
  pool: Pool
  online(userIds: string[]): Promise<ReadonlySet<string>>
}

/** @throws ApiError NOT_FOUND unless the member has this conversation, and across a block */
export async function readConversation(
  deps: ReadDeps,
  id: string,
  userId: string,
  history: History,
): Promise<Conversation> {
  const { rows } = await deps.pool.query<Row>({
    name: 'read-conversation',
    text: `${SELECT} WHERE member.conversation_id = $2 AND member.user_id = $3 AND ${NOT_BLOCKED}`,
    values: [history.afterMessage, id, userId],
  })
  const [row] = rows
  if (!row) throw new ApiError('NOT_FOUND', 'We cannot find this conversation.')
  return present(row, await deps.online([row.partner_id]))
}

export async function listConversations(
  deps: ReadDeps,
  userId: string,
  history: History,
  request: PageRequest,
): Promise<ConversationPage> {
  const { skip, take } = pageRange(request)
  const [page, counted] = await Promise.all([
    deps.pool.query<Row>({
      name: 'list-conversations',
      text: `${SELECT} WHERE member.user_id = $2 AND member.last_activity >= $3 AND ${NOT_BLOCKED}
        ORDER BY member.last_activity DESC, member.conversation_id DESC LIMIT $4 OFFSET $5`,
      values: [history.afterMessage, userId, history.since, take, skip],
    }),
    deps.pool.query<{ total: number }>({
      name: 'count-conversations',
      text: `SELECT count(*)::int AS total FROM conversation_member member
        WHERE member.user_id = $1 AND member.last_activity >= $2 AND ${NOT_BLOCKED}`,
      values: [userId, history.since],
    }),
  ])
  const online = await deps.online(page.rows.map((row) => row.partner_id))
  const totalElements = counted.rows[0]?.total ?? 0
  return pageOf(
    page.rows.map((row) => present(row, online)),
    totalElements,
    request,
  )
}

const COUNT_CAP = 1000

export async function countConversations(pool: Pool, userId: string, history: History): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    name: 'conversation-count',
    text: `SELECT count(*)::int AS count FROM (
        SELECT 1 FROM conversation_member member
        WHERE user_id = $1 AND last_activity >= $2 AND ${NOT_BLOCKED} LIMIT ${COUNT_CAP}
      ) seen`,
    values: [userId, history.since],
  })
  return rows[0]?.count ?? 0
}
