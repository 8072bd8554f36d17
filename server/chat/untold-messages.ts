import type { Pool } from 'pg'
import type { Message } from '#schema/chat.ts'
import type { Once } from '../live/index.ts'
import { NOT_BLOCKED } from './not-blocked.ts'

/** Ids of messages carry their time, so the primary key finds the latest. Times are those of the database. */
const SINCE = {
  name: 'messages-committed-since',
  text: `
WITH clock AS MATERIALIZED (
  SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now
), bound AS MATERIALIZED (
  SELECT now, greatest(now - $3::bigint, coalesce($1::bigint, now) - $2::bigint) AS since FROM clock
)
SELECT bound.now, message.id, message.time FROM bound LEFT JOIN message
  ON message.id >= (lpad(to_hex(bound.since), 12, '0') || '00000000000000000000')::uuid
ORDER BY message.id`,
}

/**
 * Returns the messages whose time is after the checkpoint, less the time that a commit may take, in the order of their
 * ids, and the database's time when it was asked. Without a checkpoint, those of the time that a commit may take.
 */
export async function committedSince(
  pool: Pool,
  bounds: { checkpoint: number | null; settledAfter: number; maxLookback: number },
): Promise<{ now: number; messages: Once[] }> {
  const { rows } = await pool.query<{ now: string; id: string | null; time: Date }>({
    ...SINCE,
    values: [bounds.checkpoint, bounds.settledAfter, bounds.maxLookback],
  })
  const messages = rows.flatMap(({ id, time }) => (id === null ? [] : [{ key: id, time: time.getTime() }]))
  return { now: Number(rows[0]?.now), messages }
}

const READ = {
  name: 'untold-messages',
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

/** Returns messages as their event tells them, in order, and who may still see them: neither cleared nor blocked. */
export async function readUntold(
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
