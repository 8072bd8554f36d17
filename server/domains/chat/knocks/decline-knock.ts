import { waits } from '#server/platform/postgres/knock-sql.ts'
import type { ChatContext } from '../chat-context.ts'
import { knockIsGone } from './accept-knock.ts'
import { announceEnded } from './announce-knock.ts'

export type DeclineContext = Pick<ChatContext, 'pool' | 'live' | 'events' | 'metrics' | 'onError'>

/** `$3`: whether the member refuses all knocks of this sender. A knock that was declined before can still be refused. */
const DECLINE = {
  name: 'decline-knock',
  text: `
WITH known AS (
  SELECT id, from_id, to_id, ${waits('knock')} AS waited FROM knock
  WHERE id = $1 AND to_id = $2 AND knock.expires > now() AND (answer IS NULL OR answer IN ('NOT_NOW', 'NEVER'))
  FOR UPDATE
), refused AS (
  INSERT INTO knock_refusal (user_id, refused_id) SELECT to_id, from_id FROM known WHERE $3
  ON CONFLICT DO NOTHING
), declined AS (
  UPDATE knock SET answer = CASE WHEN $3 THEN 'NEVER'::"KnockAnswer" ELSE coalesce(knock.answer, 'NOT_NOW') END,
    answered_at = coalesce(answered_at, now())
  FROM known WHERE knock.id = known.id
)
SELECT waited FROM known`,
}

/**
 * Declines a knock, with `forever` also all later ones of the same member. The sender learns nothing. Idempotent.
 * @throws ApiError NOT_FOUND when the knock has ended
 */
export async function declineKnock(
  context: DeclineContext,
  userId: string,
  { knockId, forever }: { knockId: string; forever: boolean },
): Promise<void> {
  const { pool, metrics } = context
  const { rows } = await pool.query<{ waited: boolean }>({ ...DECLINE, values: [knockId, userId, forever] })
  const [knock] = rows
  if (!knock) throw knockIsGone()
  if (!knock.waited) return
  metrics.counter('knocks', { event: forever ? 'refused' : 'declined' })()
  await announceEnded(context, [knockId])
}
