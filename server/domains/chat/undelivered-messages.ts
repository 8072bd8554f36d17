import type { Pool } from 'pg'
import type { Message } from '#schema/chat.ts'
import { partnerNameOf } from '#schema/partner-name.ts'
import type { Once } from '#server/domains/live/index.ts'
import { NOT_BLOCKED } from '#server/platform/postgres/block-sql.ts'
import { lowestIdAt, timeOfId } from './message-id.ts'
import { presentedKey } from './presented-key.ts'

const BATCH = 5_000

const ID_LENGTH = 36

/** Returns the ids as one text. Every message is looked at several times, so a row for each of them would be costly. */
const AFTER = {
  name: 'message-ids-after',
  text: `SELECT string_agg(id::text, '' ORDER BY id) AS ids
    FROM (SELECT id FROM message WHERE id > $1 ORDER BY id LIMIT ${BATCH}) page`,
}

/** Yields the messages from this time on, in order, in batches. Message ids contain their time. */
export async function* messagesFrom(pool: Pool, time: number): AsyncGenerator<Once[], void> {
  let last = lowestIdAt(time)
  for (;;) {
    const { rows } = await pool.query<{ ids: string | null }>({ ...AFTER, values: [last] })
    const text = rows[0]?.ids ?? ''
    const messages = Array.from({ length: text.length / ID_LENGTH }, (_, index) => {
      const key = text.slice(index * ID_LENGTH, (index + 1) * ID_LENGTH)
      return { key, time: timeOfId(key) }
    })
    yield messages
    if (messages.length < BATCH) return
    last = messages.at(-1)?.key ?? last
  }
}

const READ = {
  name: 'undelivered-messages',
  text: `
SELECT message.id, message.conversation_id, message.sender_id, message.body, message.time,
  message.client_message_id, sender.display_name AS sender_name,
  partner.display_name AS partner_name,
  ARRAY(
    SELECT member.user_id FROM conversation_member member
    WHERE member.conversation_id = message.conversation_id
      AND (member.cleared_through IS NULL OR member.cleared_through < message.id)
      AND ${NOT_BLOCKED}
  ) AS recipients
FROM message
JOIN "user" sender ON sender.id = message.sender_id
JOIN conversation_member side ON side.conversation_id = message.conversation_id AND side.user_id = message.sender_id
JOIN "user" partner ON partner.id = side.partner_id
WHERE message.id = ANY($1::uuid[])
ORDER BY message.id`,
}

interface Row {
  id: string
  conversation_id: string
  sender_id: string
  body: string
  time: Date
  client_message_id: string | null
  sender_name: string
  partner_name: string
  recipients: string[]
}

/** Returns messages as their event carries them, in order, and the members who may still see them. */
export async function readUndelivered(
  pool: Pool,
  ids: readonly string[],
): Promise<{ message: Message; recipients: string[] }[]> {
  const { rows } = await pool.query<Row>({ ...READ, values: [ids] })
  return rows.map((row) => ({
    recipients: row.recipients,
    message: {
      id: row.id,
      conversationId: row.conversation_id,
      message: row.body,
      time: row.time.toISOString(),
      senderId: row.sender_id,
      senderName: partnerNameOf(row.sender_name, row.partner_name),
      read: false,
      clearedBy: [],
      clientMessageId: presentedKey(row.client_message_id),
    },
  }))
}
