import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { LIMITS } from '#schema/limits.ts'
import { inTransaction } from '#server/platform/postgres/index.ts'
import { readPair } from './read-pair.ts'
import { decideStart, type Start } from './start-rules.ts'

/**
 * Starts of the same pair are decided one after the other. The conversation is created as one that was never open. The
 * update locks one that exists: without it, a job could delete an empty conversation in between.
 */
const LOCK = {
  name: 'lock-conversation-of-pair',
  text: `INSERT INTO conversation AS pair (id, low_user_id, high_user_id, opened_at, ended_at)
    VALUES ($1, least($2::uuid, $3::uuid), greatest($2::uuid, $3::uuid), 'epoch', now())
    ON CONFLICT (low_user_id, high_user_id) DO UPDATE SET low_user_id = pair.low_user_id
    RETURNING id`,
}

/**
 * The sender has their side of the conversation at once, the other member gets theirs when it opens. A knock on a member who
 * refuses the sender is stored by the same statement, as declined.
 */
const STORE = {
  name: 'store-knock',
  text: `
WITH side AS (
  INSERT INTO conversation_member (conversation_id, user_id, partner_id) VALUES ($2, $3, $4) ON CONFLICT DO NOTHING
), refusal AS (
  SELECT EXISTS (SELECT 1 FROM knock_refusal WHERE user_id = $4 AND refused_id = $3) AS refused
)
INSERT INTO knock (id, conversation_id, from_id, to_id, created, expires, answer, answered_at)
SELECT $1, $2, $3, $4, now(), now() + make_interval(hours => ${LIMITS.knockHours}),
  CASE WHEN refused THEN 'NEVER'::"KnockAnswer" END, CASE WHEN refused THEN now() END
FROM refusal`,
}

export interface StoredKnock {
  kind: 'knocked'
  id: string
  conversationId: string
}

/** Stores a knock, unless something changed since it was allowed: then returns what starting a chat does now. */
export async function storeKnock(
  pool: Pool,
  userId: string,
  partnerId: string,
): Promise<StoredKnock | Exclude<Start, { kind: 'knock' }>> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>({ ...LOCK, values: [uuidv7(), userId, partnerId] })
    const [conversation] = rows
    if (!conversation) throw new Error('PostgreSQL returned no conversation')
    const start = decideStart(await readPair(client, userId, partnerId))
    if (start.kind !== 'knock') return start
    const id = uuidv7()
    await client.query({ ...STORE, values: [id, conversation.id, userId, partnerId] })
    return { kind: 'knocked', id, conversationId: conversation.id }
  })
}
