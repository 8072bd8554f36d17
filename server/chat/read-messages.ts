import type { Pool } from 'pg'
import type { Message, MessagePage } from '#schema/chat.ts'
import { ApiError } from '../errors.ts'
import type { History } from './history.ts'
import { NOT_BLOCKED } from './not-blocked.ts'

const NIL = '00000000-0000-0000-0000-000000000000'

interface Side {
  partner_id: string
  own_read: string
  partner_read: string
  own_cleared: string
  partner_cleared: string
  own_name: string
  partner_name: string
  total: number
}

interface Row {
  id: string
  sender_id: string
  body: string
  time: Date
  client_message_id: string | null
}

const SIDES = {
  name: 'message-sides',
  text: `
SELECT member.partner_id,
  coalesce(member.read_through, '${NIL}') AS own_read, coalesce(other.read_through, '${NIL}') AS partner_read,
  greatest(member.cleared_through, $3::uuid) AS own_cleared, coalesce(other.cleared_through, '${NIL}') AS partner_cleared,
  own.display_name AS own_name, partner.display_name AS partner_name,
  (SELECT count(*)::int FROM message WHERE message.conversation_id = member.conversation_id
    AND message.id > greatest(member.cleared_through, $3::uuid)) AS total
FROM conversation_member member
JOIN conversation_member other ON other.conversation_id = member.conversation_id AND other.user_id = member.partner_id
JOIN "user" own ON own.id = member.user_id
JOIN "user" partner ON partner.id = member.partner_id
WHERE member.conversation_id = $1 AND member.user_id = $2 AND ${NOT_BLOCKED}`,
}

const PAGE = {
  name: 'message-page',
  text: `
SELECT id, sender_id, body, time, client_message_id FROM message
WHERE conversation_id = $1 AND id > $2 ORDER BY id DESC LIMIT $3 OFFSET $4`,
}

/** Newest first. `read` and `clearedBy` come from the two members' watermarks. @throws ApiError NOT_FOUND */
export async function listMessages(
  pool: Pool,
  userId: string,
  history: History,
  { id, pageNumber, size }: { id: string; pageNumber: number; size: number },
): Promise<MessagePage> {
  const { rows } = await pool.query<Side>({ ...SIDES, values: [id, userId, history.afterMessage] })
  const [side] = rows
  if (!side) throw new ApiError('NOT_FOUND', 'This conversation does not exist.')
  const page = await pool.query<Row>({ ...PAGE, values: [id, side.own_cleared, size, pageNumber * size] })
  return {
    elements: page.rows.map((row) => present(row, id, userId, side)),
    totalElements: side.total,
    totalPages: Math.ceil(side.total / size),
    last: (pageNumber + 1) * size >= side.total,
  }
}

function present(row: Row, conversationId: string, userId: string, side: Side): Message {
  const mine = row.sender_id === userId
  return {
    id: row.id,
    conversationId,
    message: row.body,
    time: row.time.toISOString(),
    senderId: row.sender_id,
    senderName: mine ? side.own_name : side.partner_name,
    read: row.id <= (mine ? side.partner_read : side.own_read),
    clearedBy: row.id <= side.partner_cleared ? [side.partner_id] : [],
    clientMessageId: row.client_message_id,
  }
}
