import { RETENTION } from '#schema/privacy.ts'
import { forEachUser, inBatches, USERS_PER_QUERY, deleteBatch, type Sweep } from './batches.ts'
import { monthsBefore } from './due-dates.ts'

const NEXT_GONE = `
  SELECT id FROM "user" person
  WHERE closed_at <= $1 AND erased_at IS NOT NULL AND id <> ALL($2::uuid[])
    AND NOT EXISTS (SELECT 1 FROM report WHERE person.id IN (reported_id, reporter_id) AND status = 'OPEN')
    AND NOT EXISTS (SELECT 1 FROM appeal WHERE user_id = person.id AND status = 'OPEN')
  LIMIT ${USERS_PER_QUERY}`

const THEIR_CONVERSATIONS = '(SELECT conversation_id FROM conversation_member WHERE user_id = $1)'

/** Nobody can read a conversation whose other side is gone, so what was said there goes too. */
const MESSAGES = deleteBatch('message', { where: `conversation_id IN ${THEIR_CONVERSATIONS}` })
const CONVERSATIONS = deleteBatch('conversation', { where: `id IN ${THEIR_CONVERSATIONS}` })

/** In the order of the references: a grant names its payment, which names its order. The rest goes with the person. */
const ROW = `
  WITH grants AS (DELETE FROM premium_grant WHERE user_id = $1),
    payments AS (DELETE FROM transaction WHERE user_id = $1),
    orders AS (DELETE FROM "order" WHERE user_id = $1)
  DELETE FROM "user" WHERE id = $1 AND erased_at IS NOT NULL`

/** What was kept of somebody who is erased goes 24 months after they left: the row, and all that hangs on it. */
export async function removeErased({ pool, now, shouldContinue, onError }: Sweep): Promise<void> {
  const left = monthsBefore(now, RETENTION.essentialMonths)
  await forEachUser(NEXT_GONE, [left], { pool, shouldContinue, onError }, async (id) => {
    await inBatches({ pool, shouldContinue }, MESSAGES, [id])
    await inBatches({ pool, shouldContinue }, CONVERSATIONS, [id])
    await pool.query(ROW, [id])
  })
}
