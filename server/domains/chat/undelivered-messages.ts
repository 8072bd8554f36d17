import type { Pool } from 'pg'
import type { Message } from '#schema/chat.ts'
import type { Once } from '#server/domains/live/index.ts'
import { NOT_BLOCKED } from '#server/platform/postgres/block-sql.ts'
import { lowestIdAt } from './message-id.ts'

const BATCH = 5_000

const AFTER = {
  name: 'message-ids-after',
  text: `SELECT id, time FROM message WHERE id > $1 ORDER BY id LIMIT ${BATCH}`,
}

/** Yields the messages from this time on, in order, in batches. Message ids contain their time. */
export async function* messagesFrom(pool: Pool, time: number): AsyncGenerator<Once[], void> {
  let last = lowestIdAt(time)
  for (;;) {
    const { rows } = await pool.query<{ id: string; time: Date }>({ ...AFTER, values: [last] })
    yield rows.map(({ id, time: at }) => ({ key: id, time: at.getTime() }))
    if (rows.length < BATCH) return
    last = rows.at(-1)?.id ?? last
  }
}

const READ = {
  name: 'undelivered-messages',
  text: `
SELECT message.id, message.conversation_id, message.sender_id, message.body, message.time,
  message.client_message_id, sender.display_name AS sender_name,
  ARRAY(
    SELECT member.user_id FROM conversation_member member
    WHERE member.conversation_id = message.conversation_id
      AND (member.cleared_through IS NULL OR member.cleared_through < message.id)
      AND ${NOT_BLOCKED}
  ) AS recipients
FROM message JOIN "user" sender ON sender.id = message.sender_id
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
      senderName: row.sender_name,
      read: false,
      clearedBy: [],
      clientMessageId: row.client_message_id,
    },
  }))
}
