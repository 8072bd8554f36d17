import { announceKept } from './announce-kept.ts'
import type { KeepingContext } from './keeping-context.ts'
import { readKept } from './read-kept.ts'

/** The sides of pairs that began to keep in touch on this day and have no notification of it. */
const UNTOLD = {
  name: 'untold-kept',
  text: `
SELECT user_id AS "userId", conversation_id AS "conversationId" FROM conversation_member member
WHERE kept_at > now() - interval '1 day' AND kept_at < now() - interval '1 minute'
  AND NOT EXISTS (
    SELECT 1 FROM notification
    WHERE notification.user_id = member.user_id AND dedupe_key = 'kept:' || member.conversation_id
  )
LIMIT 100`,
}

/** Tells members whom their node could not tell that they keep in touch, because it died or the notification failed. */
export async function announceUntold(context: KeepingContext): Promise<void> {
  const { rows } = await context.pool.query<{ userId: string; conversationId: string }>(UNTOLD)
  if (rows.length === 0) return
  const sides = await readKept(context, [...new Set(rows.map(({ conversationId }) => conversationId))])
  const isUntold = ({ ownerId, kept }: (typeof sides)[number]) =>
    rows.some(({ userId, conversationId }) => userId === ownerId && conversationId === kept.conversationId)
  await announceKept(context, sides.filter(isUntold))
}
