import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { ChatContext } from './chat-context.ts'

const notFound = () => new ApiError('NOT_FOUND', text('We cannot find this account.'))

/**
 * Returns whether a member and their partners see from each other that messages arrived and were read.
 * @throws ApiError NOT_FOUND
 */
export async function areReceiptsShown(
  { pool }: Pick<ChatContext, 'pool'>,
  userId: string,
): Promise<boolean> {
  const { rows } = await pool.query<{ shown: boolean }>(
    'SELECT read_receipts AS shown FROM "user" WHERE id = $1 AND erased_at IS NULL',
    [userId],
  )
  const [row] = rows
  if (!row) throw notFound()
  return row.shown
}

/** Shows or hides receipts. Idempotent. The member's open pages load their messages again. @throws ApiError NOT_FOUND */
export async function showReceipts(
  { pool, live, onError }: Pick<ChatContext, 'pool' | 'live' | 'onError'>,
  userId: string,
  shown: boolean,
): Promise<void> {
  const { rowCount } = await pool.query(
    'UPDATE "user" SET read_receipts = $2 WHERE id = $1 AND erased_at IS NULL',
    [userId, shown],
  )
  if (!rowCount) throw notFound()
  await live.publish([userId], { event: 'resync', data: {} }, { transient: true }).catch(onError)
}
