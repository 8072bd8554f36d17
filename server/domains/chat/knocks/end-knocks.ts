import type { Pool } from 'pg'
import { looksWaiting } from '#server/platform/postgres/knock-sql.ts'
import type { ChatContext } from '../chat-context.ts'
import { announceEnded } from './announce-knock.ts'

type EndContext = Pick<ChatContext, 'pool' | 'live' | 'events' | 'onError'>

/** Ends knocks that `condition` selects. `$1` is the member who causes it: their own are withdrawn, the others declined. */
const endKnocks = (name: string, condition: string) => ({
  name,
  text: `
WITH known AS (
  SELECT id, answer IS NULL AS waited FROM knock WHERE ${condition} AND ${looksWaiting('knock')} ORDER BY id FOR UPDATE
)
UPDATE knock SET answer = CASE WHEN knock.from_id = $1 THEN 'WITHDRAWN'::"KnockAnswer"
    ELSE coalesce(knock.answer, 'NOT_NOW') END, answered_at = coalesce(knock.answered_at, now())
FROM known WHERE knock.id = known.id
RETURNING knock.id, known.waited`,
})

const WITHDRAW = endKnocks('withdraw-knock', 'from_id = $1 AND conversation_id = $2')
const END_BETWEEN = endKnocks(
  'end-knocks-between',
  '((from_id = $1 AND to_id = $2) OR (from_id = $2 AND to_id = $1))',
)
const END_ALL = endKnocks('end-knocks-of', '(from_id = $1 OR to_id = $1)')

/** Withdraws the member's knock in a conversation. Returns false when there is none. */
export async function withdrawKnock(context: EndContext, conversationId: string, userId: string) {
  return (await end(context, WITHDRAW, [userId, conversationId])) > 0
}

/** Ends the knocks of two members on each other because of the first one. Idempotent. */
export async function endKnocksBetween(context: EndContext, userId: string, partnerId: string) {
  await end(context, END_BETWEEN, [userId, partnerId])
}

/** Ends all knocks of a member and on them. Idempotent. */
export async function endKnocksOf(context: EndContext, userId: string) {
  await end(context, END_ALL, [userId])
}

async function end(context: EndContext, statement: { name: string; text: string }, values: string[]) {
  const ended = await run(context.pool, statement, values)
  await announceEnded(
    context,
    ended.filter(({ waited }) => waited).map(({ id }) => id),
  )
  return ended.length
}

async function run(pool: Pool, statement: { name: string; text: string }, values: string[]) {
  const { rows } = await pool.query<{ id: string; waited: boolean }>({ ...statement, values })
  return rows
}
