import type { Pool } from 'pg'
import type { Conversation, ConversationPage } from '#schema/chat.ts'
import type { KeepState } from '#schema/kept.ts'
import { partnerNameOf, shownNameOf } from '#schema/partner-name.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { type PageRequest, pageOf, pageRange } from '#server/platform/pagination.ts'
import { NOT_BLOCKED } from '#server/platform/postgres/block-sql.ts'
import { EVENING_TOPIC } from '#server/platform/postgres/evening-sql.ts'
import { historyStart, KEEP_STATE, PRESENCE_IS_HIDDEN } from '#server/platform/postgres/kept-sql.ts'
import { looksWaiting, WAS_OPEN } from '#server/platform/postgres/knock-sql.ts'
import type { ChatContext } from './chat-context.ts'
import { type History, historyOf } from './history.ts'
import { sharedInterests } from './shared-interests.ts'

/** Counting stops here, because the client shows no higher number. */
const UNREAD_CAP = 100

interface Row {
  id: string
  user_id: string
  partner_id: string
  user_display_name: string
  partner_display_name: string | null
  user_active: boolean
  partner_active: boolean
  user_interests: string[]
  partner_interests: string[]
  keep: KeepState
  exchange: boolean
  awaits_answer_until: Date | null
  evening: string | null
  presence_is_hidden: boolean
  opened_at: Date | null
  last_time: Date | null
  last_body: string | null
  unread: number
}

/** What a list shows of a row `member` of conversation_member, with the messages after `after`. */
const columns = (after: string) => `
  SELECT conversation.id, member.user_id, member.partner_id,
    own.display_name AS user_display_name, partner.display_name AS partner_display_name,
    member.active AND conversation.ended_at IS NULL AS user_active,
    coalesce(other.active, false) AND conversation.ended_at IS NULL AS partner_active,
    own.interests AS user_interests, partner.interests AS partner_interests,
    ${KEEP_STATE} AS keep, ${EVENING_TOPIC} AS evening, conversation.exchange, waiting.expires AS awaits_answer_until,
    coalesce(${PRESENCE_IS_HIDDEN} AND conversation.ended_at IS NOT NULL, false) OR NOT ${WAS_OPEN}
      OR waiting.id IS NOT NULL AS presence_is_hidden, CASE WHEN ${WAS_OPEN} THEN conversation.opened_at END AS opened_at,
    coalesce(waiting.message_time, latest.time) AS last_time, coalesce(waiting.message, latest.body) AS last_body,
    (SELECT count(*)::int FROM (
      SELECT 1 FROM message
      WHERE message.conversation_id = conversation.id AND message.sender_id = member.partner_id
        AND message.id > greatest(member.read_through, member.cleared_through, ${historyStart(after)})
      LIMIT ${UNREAD_CAP}
    ) unread) AS unread
  FROM`

const joins = (after: string) => `
  JOIN conversation ON conversation.id = member.conversation_id
  LEFT JOIN conversation_member other ON other.conversation_id = member.conversation_id AND other.user_id = member.partner_id
  JOIN "user" own ON own.id = member.user_id
  JOIN "user" partner ON partner.id = member.partner_id
  LEFT JOIN LATERAL (
    SELECT time, body FROM message
    WHERE message.conversation_id = conversation.id
      AND message.id > greatest(member.cleared_through, ${historyStart(after)})
    ORDER BY message.id DESC LIMIT 1
  ) latest ON true
  LEFT JOIN LATERAL (
    SELECT id, message, message_time, expires FROM knock
    WHERE knock.conversation_id = conversation.id AND knock.from_id = member.user_id AND ${looksWaiting('knock')}
    LIMIT 1
  ) waiting ON conversation.ended_at IS NOT NULL`

/** The beginning of the viewer's history. */
const GIVEN = '$1::uuid'
/** The same, if the member has no premium at the time of the fourth parameter. */
const BY_PREMIUM = `CASE WHEN own.premium_until > $4 THEN '${historyOf({ premium: true }, 0).afterMessage}' ELSE $1 END::uuid`

const one = (after: string) => `${columns(after)} conversation_member member ${joins(after)}
  WHERE member.conversation_id = $2 AND member.user_id = $3 AND ${NOT_BLOCKED}`

/** Members whom this member blocked or was blocked by. */
const blockedBy = (member: string) =>
  `SELECT blocked_id AS id FROM block WHERE blocker_id = ${member}
    UNION SELECT blocker_id FROM block WHERE blocked_id = ${member}`

const LATEST_FIRST = 'ORDER BY member.last_activity DESC, member.conversation_id DESC'

/** The first rows that a condition selects, up to the end of the page. */
const rowsOf = (condition: string) => `(
      SELECT * FROM conversation_member member
      WHERE member.user_id = $2 AND ${condition} AND member.partner_id NOT IN (${blockedBy('$2')})
      ${LATEST_FIRST} LIMIT $4::bigint + $5
    )`

/**
 * The page is read on the member's indexes first, so a skipped conversation costs neither its names nor its messages. Those
 * with kept partners stay in the list for ever.
 */
const PAGE = `
  WITH page AS MATERIALIZED (
    SELECT * FROM (
      ${rowsOf('member.last_activity >= $3')}
      UNION ALL
      ${rowsOf('member.kept_at IS NOT NULL AND member.last_activity < $3')}
    ) member
    ${LATEST_FIRST} LIMIT $4 OFFSET $5
  )
  ${columns(GIVEN)} page member ${joins(GIVEN)}
  ${LATEST_FIRST}`

/** All conversations of the member on the indexes alone, less those across a block, which are found by the blocks. */
const TOTAL = `(SELECT count(*) FROM conversation_member WHERE user_id = $1 AND last_activity >= $2)
  + (SELECT count(*) FROM conversation_member WHERE user_id = $1 AND kept_at IS NOT NULL AND last_activity < $2)
  - (
    SELECT count(*) FROM (${blockedBy('$1')}) blocked
    WHERE $2 <= (
      SELECT member.last_activity FROM conversation
      JOIN conversation_member member ON member.conversation_id = conversation.id AND member.user_id = $1
      WHERE conversation.low_user_id = least($1::uuid, blocked.id)
        AND conversation.high_user_id = greatest($1::uuid, blocked.id)
    )
  )`

function present(row: Row, online: ReadonlySet<string>): Conversation {
  const partnerDisplayName = partnerNameOf(row.partner_display_name, row.user_display_name)
  const awaitsAnswer = row.awaits_answer_until !== null
  return {
    id: row.id,
    userId: row.user_id,
    partnerId: row.partner_id,
    userDisplayName: shownNameOf(row.user_display_name),
    partnerDisplayName,
    name: partnerDisplayName,
    userActive: row.user_active || awaitsAnswer,
    partnerActive: row.partner_active || awaitsAnswer,
    userOnline: !row.presence_is_hidden && online.has(row.partner_id),
    awaitsAnswer,
    awaitsAnswerUntil: row.awaits_answer_until?.toISOString() ?? null,
    openedAt: row.opened_at?.toISOString() ?? null,
    lastMessageTime: row.last_time?.toISOString() ?? null,
    lastSentMessage: row.last_body,
    unreadCount: row.unread,
    sharedInterests: sharedInterests(row.user_interests, row.partner_interests),
    keep: row.keep,
    evening: row.evening,
    exchange: row.exchange,
  }
}

type ReadContext = Pick<ChatContext, 'pool' | 'online'>

/** @throws ApiError NOT_FOUND unless the member has this conversation, and across a block */
export async function readConversation(
  context: ReadContext,
  id: string,
  userId: string,
  history: History,
): Promise<Conversation> {
  return readOne(context, {
    name: 'read-conversation',
    text: one(GIVEN),
    values: [history.afterMessage, id, userId],
  })
}

/** Reads the conversation as the member sees it with or without premium at `now`. @throws as readConversation */
export async function readConversationOf(
  context: ReadContext,
  id: string,
  userId: string,
  now: number,
): Promise<Conversation> {
  const { afterMessage } = historyOf({ premium: false }, now)
  return readOne(context, {
    name: 'read-conversation-by-premium',
    text: one(BY_PREMIUM),
    values: [afterMessage, id, userId, new Date(now)],
  })
}

async function readOne(context: ReadContext, query: { name: string; text: string; values: unknown[] }) {
  const { rows } = await context.pool.query<Row>(query)
  const [row] = rows
  if (!row) throw new ApiError('NOT_FOUND', text('We cannot find this conversation.'))
  return present(row, await context.online([row.partner_id]))
}

/** Returns a page of the conversations that the member sees, the latest first. */
export async function listConversations(
  context: ReadContext,
  userId: string,
  history: History,
  request: PageRequest,
): Promise<ConversationPage> {
  const { skip, take } = pageRange(request)
  const [page, counted] = await Promise.all([
    context.pool.query<Row>({
      name: 'list-conversations',
      text: PAGE,
      values: [history.afterMessage, userId, history.since, take, skip],
    }),
    context.pool.query<{ total: number }>({
      name: 'count-conversations',
      text: `SELECT (${TOTAL})::int AS total`,
      values: [userId, history.since],
    }),
  ])
  const online = await context.online(page.rows.map((row) => row.partner_id))
  const totalElements = counted.rows[0]?.total ?? 0
  return pageOf(
    page.rows.map((row) => present(row, online)),
    totalElements,
    request,
  )
}

const COUNT_CAP = 1000

/** Returns how many conversations the member sees; capped at 1,000. */
export async function countConversations(pool: Pool, userId: string, history: History): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    name: 'conversation-count',
    text: `SELECT least(${COUNT_CAP}, ${TOTAL})::int AS count`,
    values: [userId, history.since],
  })
  return rows[0]?.count ?? 0
}
