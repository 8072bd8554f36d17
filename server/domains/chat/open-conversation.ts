import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { isActiveAccount } from '#server/platform/postgres/account-status-sql.ts'
import { isBlockedEitherWay } from '#server/platform/postgres/block-sql.ts'
import { CLOSE_SIDES, ENDED } from './close-sides-sql.ts'

export interface Opened {
  conversationId: string
  /** False when it was open already. Only a fresh one is announced. */
  fresh: boolean
}

/** Creates the pair's conversation as one that has ended. */
const ENSURE = {
  name: 'ensure-conversation',
  text: `INSERT INTO conversation (id, low_user_id, high_user_id, ended_at) VALUES ($1, $2, $3, now())
    ON CONFLICT (low_user_id, high_user_id) DO NOTHING`,
}

/** Holds while neither has blocked the other and both accounts are active. */
const MAY_MEET = `(NOT ${isBlockedEitherWay('low_user_id', 'high_user_id')} AND NOT EXISTS (
    SELECT 1 FROM "user" member
    WHERE member.id IN (low_user_id, high_user_id) AND NOT (${isActiveAccount('member', 'now()')})
  ))`

/**
 * The row lock lets one of several concurrent calls find the conversation ended. The first opening of a day counts for
 * its starters, later ones of the pair do not: the members' rows are compared under their locks.
 */
const OPEN = {
  name: 'open-conversation',
  text: `
WITH opened AS (
  UPDATE conversation SET opened_at = now(), ended_at = NULL, ended_by = NULL
  WHERE low_user_id = $1 AND high_user_id = $2 AND ended_at IS NOT NULL AND ${MAY_MEET}
  RETURNING id
), members AS (
  INSERT INTO conversation_member AS member (conversation_id, user_id, partner_id, opening_counted, counted_day)
  SELECT id, user_id, partner_id, starts, CASE WHEN starts THEN $4::date END FROM opened, (
    SELECT user_id, partner_id, user_id = ANY($3::uuid[]) AS starts
    FROM (VALUES ($1::uuid, $2::uuid), ($2::uuid, $1::uuid)) AS pair(user_id, partner_id)
  ) side ORDER BY user_id
  ON CONFLICT (conversation_id, user_id) DO UPDATE SET active = true, last_activity = now(), leaving_since = NULL,
    opening_counted = excluded.opening_counted AND member.counted_day IS DISTINCT FROM excluded.counted_day,
    counted_day = coalesce(excluded.counted_day, member.counted_day)
  RETURNING user_id, opening_counted
), counted AS (
  INSERT INTO daily_conversation_start (user_id, day, count)
  SELECT user_id, $4::date, 1 FROM members WHERE opening_counted ORDER BY user_id
  ON CONFLICT (user_id, day) DO UPDATE SET count = daily_conversation_start.count + 1
)
SELECT id FROM opened`,
}

const FIND = {
  name: 'find-open-conversation',
  text: `SELECT id FROM conversation
    WHERE low_user_id = $1 AND high_user_id = $2 AND ended_at IS NULL AND ${MAY_MEET}`,
}

const END_WHERE_PARTED = {
  name: 'end-parted-conversation',
  text: `
WITH ended AS (
  UPDATE conversation SET ended_at = now() WHERE id = $1 AND NOT ${MAY_MEET} RETURNING ${ENDED}
), ${CLOSE_SIDES}
SELECT id FROM ended`,
}

/**
 * Opens the one conversation of a pair, or opens it again. A second check afterwards finds a block or a suspension that
 * was committed at the same time: the later of the two transactions sees the other.
 * @throws ApiError FORBIDDEN across a block, or when an account is not active
 */
export async function openConversation(
  pool: Pool,
  userA: string,
  userB: string,
  /** The members whose daily limit it counts towards, and the day (UTC). */
  { starters, day }: { starters: readonly string[]; day: string },
): Promise<Opened> {
  const pair = userA < userB ? [userA, userB] : [userB, userA]
  await pool.query({ ...ENSURE, values: [uuidv7(), ...pair] })
  const opened = await pool.query<{ id: string }>({ ...OPEN, values: [...pair, starters, day] })
  const [row] = opened.rows
  if (!row) {
    const found = await pool.query<{ id: string }>({ ...FIND, values: pair })
    if (!found.rows[0]) throw unreachable()
    return { conversationId: found.rows[0].id, fresh: false }
  }
  const { rowCount } = await pool.query({ ...END_WHERE_PARTED, values: [row.id] })
  if (rowCount) throw unreachable()
  return { conversationId: row.id, fresh: true }
}

const unreachable = () => new ApiError('FORBIDDEN', text('You cannot chat with this person right now.'))
