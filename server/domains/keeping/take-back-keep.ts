import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { NOT_BLOCKED } from '#server/platform/postgres/block-sql.ts'
import type { KeepingContext } from './keeping-context.ts'

const TAKE_BACK = {
  name: 'take-back-keep',
  text: `
WITH side AS MATERIALIZED (
  SELECT member.user_id, member.conversation_id FROM conversation_member member
  WHERE member.user_id = $1 AND member.conversation_id = $2 AND ${NOT_BLOCKED}
), taken AS (
  DELETE FROM keep_wish USING side
  WHERE keep_wish.user_id = side.user_id AND keep_wish.conversation_id = side.conversation_id
)
SELECT 1 FROM side`,
}

/**
 * Deletes the member's wish to keep in touch. Does nothing without one, and when both asked and keep in touch already.
 * @throws ApiError NOT_FOUND, RATE_LIMITED
 */
export async function takeBackKeep(
  { pool, limits }: Pick<KeepingContext, 'pool' | 'limits'>,
  userId: string,
  conversationId: string,
): Promise<void> {
  await limits.consume('keepByAccount', userId)
  const { rowCount } = await pool.query({ ...TAKE_BACK, values: [userId, conversationId] })
  if (rowCount !== 1) throw new ApiError('NOT_FOUND', text('We cannot find this conversation.'))
}
