import { RETENTION } from '#schema/privacy.ts'
import { deleteBatch, forEachUser, inBatches, type Sweep, USERS_PER_QUERY } from './batches.ts'
import { monthsBefore } from './due-dates.ts'

const NEXT_ERASED = `
  SELECT id FROM "user" person
  WHERE closed_at <= $1 AND erased_at IS NOT NULL AND id <> ALL($2::uuid[])
    AND NOT EXISTS (SELECT 1 FROM report WHERE person.id IN (reported_id, reporter_id) AND status = 'OPEN')
    AND NOT EXISTS (SELECT 1 FROM appeal WHERE user_id = person.id AND status = 'OPEN')
  LIMIT ${USERS_PER_QUERY}`

const CONVERSATION_IDS = '(SELECT conversation_id FROM conversation_member WHERE user_id = $1)'

/** The partner cannot read a conversation without its other member, so its remaining messages are deleted too. */
const MESSAGES = deleteBatch('message', { where: `conversation_id IN ${CONVERSATION_IDS}` })
const CONVERSATIONS = deleteBatch('conversation', { where: `id IN ${CONVERSATION_IDS}` })

/** Follows the references: a grant names its payment, which names its order. Other tables cascade. */
const DELETE_ACCOUNT = `
  WITH grants AS (DELETE FROM premium_grant WHERE user_id = $1),
    payments AS (DELETE FROM transaction WHERE user_id = $1),
    orders AS (DELETE FROM "order" WHERE user_id = $1)
  DELETE FROM "user" WHERE id = $1 AND erased_at IS NOT NULL`

/** Deletes what an erasure kept, 24 months after the account was closed. */
export async function removeErased({ pool, now, shouldContinue, onError }: Sweep): Promise<void> {
  const closedBefore = monthsBefore(now, RETENTION.essentialMonths)
  await forEachUser(NEXT_ERASED, [closedBefore], { pool, shouldContinue, onError }, async (id) => {
    await inBatches({ pool, shouldContinue }, MESSAGES, [id])
    await inBatches({ pool, shouldContinue }, CONVERSATIONS, [id])
    await pool.query(DELETE_ACCOUNT, [id])
  })
}
