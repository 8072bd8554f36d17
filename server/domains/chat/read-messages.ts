import type { Pool } from 'pg'
import type { Message, MessagePage } from '#schema/chat.ts'
import { partnerNameOf, shownNameOf } from '#schema/partner-name.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { NOT_BLOCKED } from '#server/platform/postgres/block-sql.ts'
import { historyStart } from '#server/platform/postgres/kept-sql.ts'
import { looksWaiting } from '#server/platform/postgres/knock-sql.ts'
import type { History } from './history.ts'
import { presentedKey } from './presented-key.ts'
import { shareReceipts } from './share-receipts-sql.ts'

const NIL = '00000000-0000-0000-0000-000000000000'
const SHOWN_AFTER = historyStart('$2::uuid')
const LATEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export interface PageRequest {
  /** The id of the conversation. */
  id: string
  pageNumber: number
  size: number
  /** Only messages older than this one; the pages begin there. */
  before?: string | undefined
}

/** A message with the two sides of its conversation; nulls where a page is empty. */
interface Row {
  place: number
  partner_id: string
  own_read: string
  /** How far the partner received and read, as far as the two show it to each other. */
  partner_delivered: string
  partner_read: string
  partner_cleared: string
  own_name: string
  partner_name: string
  total: number
  /** The message that waits with the member's knock, on the page that it belongs to. */
  waiting_id: string | null
  waiting_body: string
  waiting_time: Date
  waiting_key: string | null
  id: string | null
  sender_id: string
  body: string
  time: Date
  client_message_id: string | null
}

/**
 * Many pages in one statement: the sides first, once for each page, then the index of each conversation is read, from
 * `before` on. One row more than the page shows whether older messages follow. A client that pages by number without `before`
 * pays for the pages they skip, on the index alone. The message that waits with the member's knock is newer than all others,
 * so it takes the first place of the first page.
 */
const PAGES = {
  name: 'message-pages',
  text: `
WITH side AS MATERIALIZED (
  SELECT wanted.place::int, wanted.id AS conversation_id, wanted.size, wanted.skipped,
    coalesce(wanted.before, '${LATEST}') AS before, member.partner_id,
    coalesce(member.read_through, '${NIL}') AS own_read,
    CASE WHEN ${shareReceipts('own', 'partner')} THEN coalesce(greatest(other.delivered_through, other.read_through), '${NIL}')
      ELSE '${NIL}' END AS partner_delivered,
    CASE WHEN ${shareReceipts('own', 'partner')} THEN coalesce(other.read_through, '${NIL}')
      ELSE '${NIL}' END AS partner_read,
    greatest(member.cleared_through, ${SHOWN_AFTER}) AS own_cleared,
    coalesce(other.cleared_through, '${NIL}') AS partner_cleared,
    own.display_name AS own_name, partner.display_name AS partner_name,
    (SELECT count(*)::int FROM message WHERE message.conversation_id = member.conversation_id
      AND message.id > greatest(member.cleared_through, ${SHOWN_AFTER})) + (waiting.id IS NOT NULL)::int AS total,
    waiting.id AS waiting_id, waiting.body AS waiting_body, waiting.time AS waiting_time, waiting.key AS waiting_key
  FROM unnest($3::uuid[], $4::int[], $5::int[], $6::uuid[]) WITH ORDINALITY
    AS wanted(id, size, skipped, before, place)
  JOIN conversation_member member ON member.conversation_id = wanted.id AND member.user_id = $1
  LEFT JOIN conversation_member other
    ON other.conversation_id = member.conversation_id AND other.user_id = member.partner_id
  JOIN "user" own ON own.id = member.user_id
  JOIN "user" partner ON partner.id = member.partner_id
  LEFT JOIN LATERAL (
    SELECT message_id AS id, message AS body, message_time AS time, client_message_id AS key FROM knock
    WHERE knock.conversation_id = member.conversation_id AND knock.from_id = member.user_id
      AND knock.message_id < coalesce(wanted.before, '${LATEST}') AND ${looksWaiting('knock')}
    LIMIT 1
  ) waiting ON true
  WHERE ${NOT_BLOCKED}
)
SELECT place, partner_id, own_read, partner_delivered, partner_read, partner_cleared, own_name, partner_name, total,
  waiting_id, waiting_body, waiting_time, waiting_key, page.*
FROM side LEFT JOIN LATERAL (
  SELECT id, sender_id, body, time, client_message_id FROM message WHERE message.id IN (
    SELECT listed.id FROM message listed
    WHERE listed.conversation_id = side.conversation_id
      AND listed.id > side.own_cleared AND listed.id < side.before
    ORDER BY listed.id DESC LIMIT side.size + 1
    OFFSET greatest(side.skipped - (side.waiting_id IS NOT NULL)::int, 0)
  )
) page ON true
ORDER BY place, page.id DESC`,
}

/**
 * Returns a page for each request, in order, the newest messages first, or NOT_FOUND unless the member has the
 * conversation. `delivered`, `read` and `clearedBy` follow from the two members' watermarks.
 */
export async function listMessagePages(
  pool: Pool,
  userId: string,
  history: History,
  requests: readonly PageRequest[],
): Promise<(MessagePage | ApiError)[]> {
  const { rows } = await pool.query<Row>({
    ...PAGES,
    values: [
      userId,
      history.afterMessage,
      requests.map(({ id }) => id),
      requests.map(({ size }) => size),
      requests.map(({ pageNumber, size }) => pageNumber * size),
      requests.map(({ before }) => before ?? null),
    ],
  })
  const found = Map.groupBy(rows, ({ place }) => place)
  return requests.map(({ id, size, pageNumber }, index) => {
    const page = found.get(index + 1)
    const [side] = page ?? []
    if (!page || !side) return new ApiError('NOT_FOUND', text('We cannot find this conversation.'))
    const messages = [
      ...(pageNumber === 0 ? waitingIn(side, id, userId) : []),
      ...page.flatMap((row) => (row.id === null ? [] : present(row, row.id, id, userId))),
    ]
    return {
      elements: messages.slice(0, size),
      totalElements: side.total,
      totalPages: Math.ceil(side.total / size),
      last: messages.length <= size,
    }
  })
}

/** Returns the message that waits with the member's knock. */
const waitingIn = (side: Row, conversationId: string, userId: string): Message[] =>
  side.waiting_id === null
    ? []
    : [
        {
          id: side.waiting_id,
          conversationId,
          message: side.waiting_body,
          time: side.waiting_time.toISOString(),
          senderId: userId,
          senderName: shownNameOf(side.own_name),
          read: false,
          delivered: false,
          awaitsAnswer: true,
          clearedBy: [],
          clientMessageId: presentedKey(side.waiting_key),
        },
      ]

/** @throws ApiError NOT_FOUND */
export async function listMessages(
  pool: Pool,
  userId: string,
  history: History,
  request: PageRequest,
): Promise<MessagePage> {
  const [page] = await listMessagePages(pool, userId, history, [request])
  if (!page || page instanceof ApiError) throw page
  return page
}

function present(row: Row, id: string, conversationId: string, userId: string): Message {
  const mine = row.sender_id === userId
  return {
    id,
    conversationId,
    message: row.body,
    time: row.time.toISOString(),
    senderId: row.sender_id,
    senderName: mine ? shownNameOf(row.own_name) : partnerNameOf(row.partner_name, row.own_name),
    read: id <= (mine ? row.partner_read : row.own_read),
    ...(mine && { delivered: id <= row.partner_delivered }),
    clearedBy: id <= row.partner_cleared ? [row.partner_id] : [],
    clientMessageId: presentedKey(row.client_message_id),
  }
}
