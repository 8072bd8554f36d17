import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { isBlockedEitherWay } from '#server/platform/postgres/block-sql.ts'
import { looksWaiting } from '#server/platform/postgres/knock-sql.ts'
import type { Written } from '../message-writer.ts'
import type { NewMessage } from '../store-messages.ts'

/** The time of the message is later than those of the conversation, so its id will be too. */
const FIND = {
  name: 'find-waiting-knock',
  text: `
SELECT knock.id, knock.to_id AS "partnerId", partner.display_name AS "partnerName", knock.message_id AS "messageId",
  knock.message, knock.message_time AS "messageTime", knock.client_message_id AS "clientMessageId",
  greatest($3::timestamptz, conversation.last_message_at + interval '1 millisecond') AS time
FROM knock
JOIN conversation ON conversation.id = knock.conversation_id
JOIN "user" partner ON partner.id = knock.to_id
WHERE knock.conversation_id = $1 AND knock.from_id = $2 AND ${looksWaiting('knock')}
  AND NOT ${isBlockedEitherWay('knock.from_id', 'knock.to_id')}`,
}

const KEEP = {
  name: 'keep-waiting-message',
  text: `UPDATE knock SET message_id = $2, message = $3, message_time = $4, client_message_id = $5
    WHERE id = $1 AND message_id IS NULL AND ${looksWaiting('knock')}`,
}

interface WaitingKnock {
  id: string
  partnerId: string
  partnerName: string
  messageId: string | null
  message: string | null
  messageTime: Date | null
  clientMessageId: string | null
  time: Date
}

/**
 * Keeps a message with the sender's knock until it is accepted. Returns 'none' without such a knock, and 'changed' when the
 * knock ended, or got its message, in the meantime. A retry with the same key returns the kept message.
 * @throws ApiError CONFLICT when another message waits already
 */
export async function keepWaitingMessage(
  pool: Pool,
  { conversationId, senderId, body, time, clientMessageId }: NewMessage,
): Promise<Written | 'none' | 'changed'> {
  const { rows } = await pool.query<WaitingKnock>({ ...FIND, values: [conversationId, senderId, time] })
  const [knock] = rows
  if (!knock) return 'none'
  const { partnerId, partnerName } = knock
  if (knock.messageId !== null && knock.messageTime !== null) {
    const isRetry = clientMessageId !== null && clientMessageId === knock.clientMessageId
    if (!isRetry || knock.message !== body) throw onlyOne()
    return { id: knock.messageId, time: knock.messageTime, partnerId, partnerName, repeated: true }
  }
  const id = uuidv7({ msecs: knock.time.getTime() })
  const values = [knock.id, id, body, knock.time, clientMessageId]
  const { rowCount } = await pool.query({ ...KEEP, values })
  return rowCount ? { id, time: knock.time, partnerId, partnerName, repeated: false } : 'changed'
}

const onlyOne = () =>
  new ApiError('CONFLICT', text('Your message waits until they answer. You can write more then.'))
