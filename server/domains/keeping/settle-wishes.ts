import type { PoolClient } from 'pg'
import { isActiveAccount } from '#server/platform/postgres/account-status-sql.ts'
import { isBlockedEitherWay, NOT_BLOCKED } from '#server/platform/postgres/block-sql.ts'
import { MAY_ASK_TO_KEEP } from '#server/platform/postgres/kept-sql.ts'
import { inTransaction } from '#server/platform/postgres/transaction.ts'
import { announceKept } from './announce-kept.ts'
import type { KeepingContext } from './keeping-context.ts'
import { readKept } from './read-kept.ts'

/** How many wishes a statement compares at most. */
const BATCH_SIZE = 100

/** One node compares at a time, because the two wishes of a pair may be due at once. */
const TRY_LOCK = `SELECT pg_try_advisory_xact_lock(hashtext('keep_wishes')) AS mine`

/**
 * Takes the wishes that are due. Where the partner asked earlier and still wishes it, the two keep in touch from now on;
 * elsewhere the wish waits for the partner's. One that was compared before counts as earlier: a slow transaction can commit a
 * wish with a time before that of the partner's. A wish that its member takes back at the same time is locked, and counts no
 * more.
 */
const SETTLE = {
  name: 'settle-wishes',
  text: `
WITH due AS MATERIALIZED (
  SELECT user_id, conversation_id, created FROM keep_wish
  WHERE due <= now() ORDER BY due LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
), mutual AS MATERIALIZED (
  SELECT due.conversation_id FROM due
  JOIN conversation_member member ON member.conversation_id = due.conversation_id AND member.user_id = due.user_id
  JOIN keep_wish earlier ON earlier.conversation_id = due.conversation_id AND earlier.user_id = member.partner_id
    AND (earlier.due IS NULL OR (earlier.created, earlier.user_id) < (due.created, due.user_id))
  JOIN conversation ON conversation.id = due.conversation_id AND ${MAY_ASK_TO_KEEP}
  JOIN "user" own ON own.id = member.user_id AND ${isActiveAccount('own', 'now()')}
  JOIN "user" partner ON partner.id = member.partner_id AND ${isActiveAccount('partner', 'now()')}
  WHERE ${NOT_BLOCKED}
  FOR UPDATE OF earlier
), sides AS (
  SELECT member.conversation_id, member.user_id FROM conversation_member member JOIN mutual USING (conversation_id)
  ORDER BY member.conversation_id, member.user_id FOR NO KEY UPDATE OF member
), kept AS (
  UPDATE conversation_member member SET kept_at = now(), kept_note = NULL, hides_presence = false
  FROM sides WHERE member.conversation_id = sides.conversation_id AND member.user_id = sides.user_id
), fulfilled AS (
  DELETE FROM keep_wish USING mutual WHERE keep_wish.conversation_id = mutual.conversation_id
), waiting AS (
  UPDATE keep_wish SET due = NULL FROM due
  WHERE keep_wish.user_id = due.user_id AND keep_wish.conversation_id = due.conversation_id
    AND due.conversation_id NOT IN (SELECT conversation_id FROM mutual)
)
SELECT (SELECT count(*)::int FROM due) AS due, ARRAY(SELECT conversation_id FROM mutual) AS mutual`,
}

/** Finds a block that was committed while the statement before ran. A later one waits for the rows of both members. */
const END_ACROSS_BLOCKS = {
  name: 'end-keeping-across-blocks',
  text: `
UPDATE conversation_member SET kept_at = NULL
WHERE conversation_id = ANY($1::uuid[]) AND ${isBlockedEitherWay('conversation_member.user_id', 'conversation_member.partner_id')}`,
}

interface Settled {
  due: number
  mutual: string[]
}

const NONE: Settled = { due: 0, mutual: [] }

/** Compares the wishes that are due with those of the partners, and tells the members of each pair that both asked. */
export async function settleWishes(context: KeepingContext): Promise<void> {
  for (;;) {
    const { due, mutual } = await inTransaction(context.pool, settleExclusively)
    if (mutual.length > 0) await announceKept(context, await readKept(context, mutual))
    if (due < BATCH_SIZE) return
  }
}

async function settleExclusively(client: PoolClient): Promise<Settled> {
  const lock = await client.query<{ mine: boolean }>(TRY_LOCK)
  if (!lock.rows[0]?.mine) return NONE
  const { rows } = await client.query<Settled>(SETTLE)
  const settled = rows[0] ?? NONE
  if (settled.mutual.length > 0) await client.query({ ...END_ACROSS_BLOCKS, values: [settled.mutual] })
  return settled
}
