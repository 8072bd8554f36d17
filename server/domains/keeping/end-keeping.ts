import { findPair } from './find-pair.ts'
import type { KeepingContext } from './keeping-context.ts'
import { publishKept } from './publish-kept.ts'
import { readKept } from './read-kept.ts'

/** Locks the two rows in the order of the chat's statements. Waits for a job that is about to write `kept_at`. */
const END = {
  name: 'end-keeping',
  text: `
WITH sides AS (
  SELECT member.conversation_id, member.user_id FROM conversation_member member
  WHERE member.conversation_id = $1 ORDER BY member.conversation_id, member.user_id FOR NO KEY UPDATE OF member
)
UPDATE conversation_member member SET kept_at = NULL, kept_note = NULL, hides_presence = false
FROM sides WHERE member.conversation_id = sides.conversation_id AND member.user_id = sides.user_id`,
}

const DELETE_WISH = {
  name: 'delete-wish',
  text: 'DELETE FROM keep_wish WHERE user_id = $1 AND conversation_id = $2',
}

/**
 * Ends that two members keep in touch, for both. Publishes it to the streams of the member who ended it, and nothing to the
 * other member.
 */
export async function endKeeping(
  context: KeepingContext,
  userId: string,
  conversationId: string,
): Promise<void> {
  const own = (await readKept(context, [conversationId])).filter(({ ownerId }) => ownerId === userId)
  await context.pool.query({ ...END, values: [conversationId] })
  await publishKept(context, own, false)
}

/** Ends that two members keep in touch, and deletes the wishes of both. */
export async function endKeepingBetween(
  context: KeepingContext,
  blockerId: string,
  blockedId: string,
): Promise<void> {
  const conversationId = await findPair(context.pool, blockerId, blockedId)
  if (!conversationId) return
  // One at a time: the job locks both wishes of a pair, in any order.
  for (const userId of [blockerId, blockedId])
    await context.pool.query({ ...DELETE_WISH, values: [userId, conversationId] })
  await endKeeping(context, blockerId, conversationId)
}
