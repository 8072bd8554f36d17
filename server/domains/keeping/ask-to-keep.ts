import type { PoolClient } from 'pg'
import { LIMITS } from '#schema/limits.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { isActiveAccount } from '#server/platform/postgres/account-status-sql.ts'
import { NOT_BLOCKED } from '#server/platform/postgres/block-sql.ts'
import { MAY_ASK_TO_KEEP } from '#server/platform/postgres/kept-sql.ts'
import type { KeepingContext } from './keeping-context.ts'

export interface Asking {
  id: string
  premium: boolean
}

interface Asked {
  kept: boolean
  in_time: boolean
  has_room: boolean
}

/** Calls of one member are counted one after the other. */
const LOCK_MEMBER = 'SELECT 1 FROM "user" WHERE id = $1 FOR NO KEY UPDATE'

/** The kept members that the member's list shows, and the member's other wishes. */
const COUNT = `
  (SELECT count(*) FROM (
    SELECT 1 FROM conversation_member kept
    JOIN "user" partner ON partner.id = kept.partner_id AND ${isActiveAccount('partner', 'now()')}
    WHERE kept.user_id = $1 AND kept.kept_at IS NOT NULL LIMIT ${LIMITS.keptFree}
  ) kept) + (SELECT count(*) FROM (
    SELECT 1 FROM keep_wish wish JOIN conversation ON conversation.id = wish.conversation_id AND ${MAY_ASK_TO_KEEP}
    WHERE wish.user_id = $1 AND wish.conversation_id <> $2 LIMIT ${LIMITS.keptFree}
  ) wishes)`

/**
 * Reads nothing of the partner's wish, so the answer and its time are the same with and without it. The partner's row is
 * missing where the two never talked.
 */
const ASK = {
  name: 'ask-to-keep',
  text: `
WITH side AS MATERIALIZED (
  SELECT member.user_id, member.conversation_id, member.kept_at IS NOT NULL AS kept, ${MAY_ASK_TO_KEEP} AS in_time,
    CASE WHEN $3::boolean THEN true ELSE ${COUNT} < ${LIMITS.keptFree} END AS has_room
  FROM conversation_member member
  JOIN conversation ON conversation.id = member.conversation_id
  JOIN conversation_member other ON other.conversation_id = member.conversation_id AND other.user_id = member.partner_id
  WHERE member.user_id = $1 AND member.conversation_id = $2 AND ${NOT_BLOCKED}
), asked AS (
  INSERT INTO keep_wish (user_id, conversation_id, due)
  SELECT user_id, conversation_id, now() + $4 * interval '1 millisecond' FROM side
  WHERE NOT kept AND in_time AND has_room
  ON CONFLICT (user_id, conversation_id) DO NOTHING
)
SELECT kept, in_time, has_room FROM side`,
}

/**
 * Records that a member would like to keep in touch with the partner. Idempotent.
 * @throws ApiError NOT_FOUND, CONVERSATION_ENDED, KEEP_LIMIT, RATE_LIMITED
 */
export async function askToKeep(
  { pool, limits, delay }: Pick<KeepingContext, 'pool' | 'limits' | 'delay'>,
  { id, premium }: Asking,
  conversationId: string,
): Promise<void> {
  await limits.consume('keepByAccount', id)
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const side = await ask(client, [id, conversationId, premium, delay()])
    await client.query('COMMIT')
    assertAsked(side)
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

async function ask(client: PoolClient, values: [id: string, ...unknown[]]): Promise<Asked | undefined> {
  await client.query(LOCK_MEMBER, [values[0]])
  const { rows } = await client.query<Asked>({ ...ASK, values })
  return rows[0]
}

function assertAsked(side: Asked | undefined) {
  if (!side) throw new ApiError('NOT_FOUND', text('We cannot find this conversation.'))
  if (side.kept) return
  if (!side.in_time)
    throw new ApiError(
      'CONVERSATION_ENDED',
      text(
        '{hours, plural, other {You can ask to keep in touch for # hours after a chat. This one ended earlier.}}',
        {
          hours: LIMITS.keepHours,
        },
      ),
    )
  if (!side.has_room)
    throw new ApiError(
      'KEEP_LIMIT',
      text(
        '{limit, plural, other {You can keep in touch with # people on the free plan, and the ones you asked count too. Let someone go first, or upgrade to Premium.}}',
        { limit: LIMITS.keptFree },
      ),
    )
}
