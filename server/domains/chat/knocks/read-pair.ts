import type { ClientBase, Pool } from 'pg'
import { TIMING } from '#schema/limits.ts'
import { looksWaiting } from '#server/platform/postgres/knock-sql.ts'
import type { PairState } from './start-rules.ts'

const secondsUntil = (time: string) => `ceil(extract(epoch FROM ${time} - now()))::int`

const READ = {
  name: 'read-knocking-pair',
  text: `
SELECT conversation.id AS "conversationId", coalesce(conversation.ended_at IS NULL, false) AS "isOpen",
  coalesce(CASE WHEN conversation.ended_by = $2
    THEN ${secondsUntil(`(conversation.ended_at + ${TIMING.rematchAfter} * interval '1 millisecond')`)} END, 0) AS "leftFor",
  (
    SELECT theirs.id FROM knock theirs WHERE theirs.conversation_id = conversation.id AND theirs.from_id = $2
      AND ${looksWaiting('theirs')}
    ORDER BY theirs.created DESC LIMIT 1
  ) AS "theirKnock",
  coalesce(own.looks_waiting, false) AS "looksWaiting", own.left_seconds AS "ownFor", waiting.count AS waiting,
  waiting.first AS "firstFor"
FROM (
  SELECT count(*)::int AS count, ${secondsUntil('min(knock.expires)')} AS first
  FROM knock WHERE knock.from_id = $1 AND ${looksWaiting('knock')}
) waiting
LEFT JOIN conversation ON conversation.low_user_id = least($1::uuid, $2::uuid)
  AND conversation.high_user_id = greatest($1::uuid, $2::uuid)
LEFT JOIN LATERAL (
  SELECT ${looksWaiting('knock')} AS looks_waiting, ${secondsUntil('knock.expires')} AS left_seconds FROM knock
  WHERE knock.conversation_id = conversation.id AND knock.from_id = $1 AND knock.expires > now()
  ORDER BY knock.created DESC LIMIT 1
) own ON true`,
}

/** Reads how a member stands to another one. */
export async function readPair(
  client: Pool | ClientBase,
  userId: string,
  partnerId: string,
): Promise<PairState> {
  const { rows } = await client.query<PairState>({ ...READ, values: [userId, partnerId] })
  const [row] = rows
  if (!row) throw new Error('the aggregate of the waiting knocks has no row')
  return row
}
