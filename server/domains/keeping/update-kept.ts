import type { Kept, KeptUpdate } from '#schema/kept.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { NOT_BLOCKED } from '#server/platform/postgres/block-sql.ts'
import { findPair } from './find-pair.ts'
import type { KeepingContext } from './keeping-context.ts'
import { publishKept } from './publish-kept.ts'
import { type OwnedKept, readKept } from './read-kept.ts'

/** `$3`: whether the note changes, to `$4`. */
const UPDATE = {
  name: 'update-kept',
  text: `UPDATE conversation_member member SET kept_note = CASE WHEN $3 THEN $4 ELSE kept_note END,
      hides_presence = coalesce($5, hides_presence)
    WHERE conversation_id = $1 AND user_id = $2 AND kept_at IS NOT NULL AND ${NOT_BLOCKED}`,
}

/**
 * Changes a member's note about a kept partner, or whether they hide their presence. Publishes it to the member's streams, and
 * what changes for the partner to theirs. @throws ApiError NOT_FOUND, RATE_LIMITED
 */
export async function updateKept(
  context: KeepingContext,
  userId: string,
  partnerId: string,
  { note, hidesPresence }: KeptUpdate,
): Promise<Kept> {
  const { pool, limits } = context
  await limits.consume('keepByAccount', userId)
  const conversationId = await findPair(pool, userId, partnerId)
  if (!conversationId) throw unknown()
  const values = [conversationId, userId, note !== undefined, note || null, hidesPresence ?? null]
  const { rowCount } = await pool.query({ ...UPDATE, values })
  const sides = rowCount === 1 ? await readKept(context, [conversationId]) : []
  const own = sides.find(isOf(userId))
  if (!own) throw unknown()
  const changed = hidesPresence === undefined ? [own] : sides
  await publishKept(context, changed, true)
  return own.kept
}

const isOf = (userId: string) => (side: OwnedKept) => side.ownerId === userId

const unknown = () => new ApiError('NOT_FOUND', text('We cannot find this person.'))
