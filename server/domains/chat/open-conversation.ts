import type { ClientBase, Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { isActiveAccount } from '#server/platform/postgres/account-status-sql.ts'
import { isBlockedEitherWay } from '#server/platform/postgres/block-sql.ts'
import { looksWaiting } from '#server/platform/postgres/knock-sql.ts'
import { CLOSE_SIDES, ENDED } from './close-sides-sql.ts'

export interface Opened {
  conversationId: string
  /** False when it was open already. Only a fresh one is announced. */
  fresh: boolean
  /** The knocks of the two that ended because the conversation opened. */
  accepted: AcceptedKnock[]
}

export interface AcceptedKnock {
  id: string
  fromId: string
  /** The message that waited with it and is stored now. */
  messageId: string | null
  /** Whether the member it was for had not answered it. */
  waited: boolean
}

/** Creates the pair's conversation as one that has ended and was never open. */
const ENSURE = {
  name: 'ensure-conversation',
  text: `INSERT INTO conversation (id, low_user_id, high_user_id, opened_at, ended_at)
    VALUES ($1, $2, $3, 'epoch', now())
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
  UPDATE conversation SET opened_at = now(), ended_at = NULL, ended_by = NULL,
    evening_id = coalesce($5::uuid, evening_id), exchange = $6
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

/**
 * Ends the conversation of two who may no longer meet. Otherwise accepts the knocks of the two, and stores the messages
 * that waited with them. Their ids are later than those of the conversation, which was not open in the meantime.
 */
const SETTLE = {
  name: 'settle-opened-conversation',
  text: `
WITH ended AS (
  UPDATE conversation SET ended_at = now() WHERE id = $1 AND NOT ${MAY_MEET} RETURNING ${ENDED}
), ${CLOSE_SIDES}, waiting AS (
  SELECT id, answer IS NULL AS waited FROM knock
  WHERE conversation_id = $1 AND ${looksWaiting('knock')} AND NOT EXISTS (SELECT 1 FROM ended)
  ORDER BY id FOR UPDATE
), accepted AS (
  UPDATE knock SET answer = 'ACCEPTED', answered_at = now() FROM waiting WHERE knock.id = waiting.id
  RETURNING knock.*, waiting.waited
), delivered AS (
  INSERT INTO message (id, conversation_id, sender_id, body, time, client_message_id)
  SELECT message_id, conversation_id, from_id, message, message_time, client_message_id FROM accepted
  WHERE message_id IS NOT NULL
  ON CONFLICT DO NOTHING
), advanced AS (
  UPDATE conversation SET last_message_at = greatest(last_message_at, latest.time)
  FROM (SELECT max(message_time) AS time FROM accepted) latest
  WHERE conversation.id = $1 AND latest.time IS NOT NULL
), unread AS (
  UPDATE conversation_member member SET unread_since = coalesce(member.unread_since, now())
  FROM accepted
  WHERE member.conversation_id = $1 AND member.user_id = accepted.to_id AND accepted.message_id IS NOT NULL
)
SELECT ended.id IS NOT NULL AS parted, accepted.id, accepted.from_id AS "fromId",
  accepted.message_id AS "messageId", accepted.waited
FROM (SELECT 1) one LEFT JOIN ended ON true LEFT JOIN accepted ON true`,
}

type SettledRow = { parted: boolean } & (AcceptedKnock | { id: null })

/** What the two members of a match searched for. */
export interface MatchKind {
  /** The evening that both searched within. */
  eveningId?: string | undefined
  /** Both searched for an exchange of languages, and found one. */
  isExchange?: boolean | undefined
}

export interface Opening extends MatchKind {
  /** The members whose daily limit the conversation counts towards, and the day. */
  starters: readonly string[]
  day: string
}

/**
 * Opens the one conversation of a pair, or opens it again, and accepts the knocks of the two. A second check afterwards
 * finds a block or a suspension that was committed at the same time: the later of the two transactions sees the other.
 * @throws ApiError FORBIDDEN across a block, or when an account is not active
 */
export async function openConversation(
  client: Pool | ClientBase,
  userA: string,
  userB: string,
  { starters, day, eveningId, isExchange = false }: Opening,
): Promise<Opened> {
  const pair = await ensureConversation(client, userA, userB)
  const values = [...pair, starters, day, eveningId ?? null, isExchange]
  const opened = await client.query<{ id: string }>({ ...OPEN, values })
  const [row] = opened.rows
  if (!row) {
    const found = await client.query<{ id: string }>({ ...FIND, values: pair })
    if (!found.rows[0]) throw unreachable()
    return { conversationId: found.rows[0].id, fresh: false, accepted: [] }
  }
  return { conversationId: row.id, fresh: true, accepted: await settleOpened(client, row.id) }
}

/**
 * Checks a conversation that was just opened, and accepts the knocks of its members. Idempotent: returns only knocks that
 * it accepted. @throws ApiError FORBIDDEN after ending a conversation of two who may not meet
 */
export async function settleOpened(
  client: Pool | ClientBase,
  conversationId: string,
): Promise<AcceptedKnock[]> {
  const { rows } = await client.query<SettledRow>({ ...SETTLE, values: [conversationId] })
  if (rows.some(({ parted }) => parted)) throw unreachable()
  return rows.flatMap(({ parted: _, ...knock }) => (knock.id === null ? [] : [knock]))
}

/** Creates the conversation of a pair unless it exists. Returns the pair in the order of its row. */
async function ensureConversation(
  client: Pool | ClientBase,
  userA: string,
  userB: string,
): Promise<[low: string, high: string]> {
  const pair: [string, string] = userA < userB ? [userA, userB] : [userB, userA]
  await client.query({ ...ENSURE, values: [uuidv7(), ...pair] })
  return pair
}

const unreachable = () => new ApiError('FORBIDDEN', text('You cannot chat with this person right now.'))
