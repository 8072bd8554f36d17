import { text } from '#schema/translatable.ts'
import { HAS_UNREAD_REMINDER } from '#server/domains/notifications/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { NOT_BLOCKED } from '#server/platform/postgres/block-sql.ts'
import type { ChatContext } from './chat-deps.ts'

const statement = (name: string, column: 'read_through' | 'cleared_through') => ({
  name,
  text: `
UPDATE conversation_member AS member SET ${column} = greatest(member.${column}, (
  SELECT id FROM message WHERE conversation_id = $1 ORDER BY id DESC LIMIT 1
)), unread_since = NULL WHERE conversation_id = $1 AND user_id = $2 AND ${NOT_BLOCKED}
RETURNING ${HAS_UNREAD_REMINDER} AS notified`,
})

const READ = statement('mark-read', 'read_through')
const CLEAR = statement('clear-conversation', 'cleared_through')

type WatermarkDeps = Pick<ChatContext, 'pool' | 'events'>

async function raise(
  { pool, events }: WatermarkDeps,
  query: typeof READ,
  conversationId: string,
  userId: string,
): Promise<void> {
  const { rows } = await pool.query<{ notified: boolean }>({ ...query, values: [conversationId, userId] })
  const [row] = rows
  if (!row) throw new ApiError('NOT_FOUND', text('We cannot find this conversation.'))
  if (row.notified) await events.emit('missedRead', { userId, conversationId })
}

/** Marks every message so far as read. Idempotent. @throws ApiError NOT_FOUND */
export const markRead = (deps: WatermarkDeps, conversationId: string, userId: string) =>
  raise(deps, READ, conversationId, userId)

/** Clears every message so far for this member alone. Idempotent. @throws ApiError NOT_FOUND */
export const clearConversation = (deps: WatermarkDeps, conversationId: string, userId: string) =>
  raise(deps, CLEAR, conversationId, userId)
