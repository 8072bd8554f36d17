import type { Pool } from 'pg'
import { HAS_UNREAD_REMINDER } from '#server/domains/notifications/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { NOT_BLOCKED } from './not-blocked.ts'

const statement = (name: string, column: 'read_through' | 'cleared_through') => ({
  name,
  text: `
UPDATE conversation_member AS member SET ${column} = greatest(member.${column}, (
  SELECT id FROM message WHERE conversation_id = $1 ORDER BY id DESC LIMIT 1
)), unread_since = NULL WHERE conversation_id = $1 AND user_id = $2 AND ${NOT_BLOCKED}
RETURNING ${HAS_UNREAD_REMINDER} AS told`,
})

const READ = statement('mark-read', 'read_through')
const CLEAR = statement('clear-conversation', 'cleared_through')

/** Whether a notification still says that something was missed here. */
async function raise(pool: Pool, query: typeof READ, conversationId: string, userId: string) {
  const { rows } = await pool.query<{ told: boolean }>({ ...query, values: [conversationId, userId] })
  const [row] = rows
  if (!row) throw new ApiError('NOT_FOUND', 'This conversation does not exist.')
  return row.told
}

/** Everything said so far is read. Idempotent. @throws ApiError NOT_FOUND */
export const markRead = (pool: Pool, conversationId: string, userId: string) =>
  raise(pool, READ, conversationId, userId)

/** Everything said so far is cleared for this member alone. Idempotent. @throws ApiError NOT_FOUND */
export const clearConversation = (pool: Pool, conversationId: string, userId: string) =>
  raise(pool, CLEAR, conversationId, userId)
