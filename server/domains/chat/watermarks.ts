import { text } from '#schema/translatable.ts'
import { HAS_UNREAD_REMINDER } from '#server/domains/notifications/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { NOT_BLOCKED } from '#server/platform/postgres/block-sql.ts'
import type { ChatContext } from './chat-context.ts'
import { shareReceipts } from './share-receipts-sql.ts'

type Watermark = 'delivered_through' | 'read_through' | 'cleared_through'

/** `moved` compares with the row before the statement. Two statements at once may both report a move. */
const statement = (name: string, column: Watermark) => ({
  name,
  text: `
UPDATE conversation_member AS member SET ${column} = greatest(member.${column}, (
  SELECT id FROM message WHERE conversation_id = $1 ORDER BY id DESC LIMIT 1
))${column === 'delivered_through' ? '' : ', unread_since = NULL'}
WHERE conversation_id = $1 AND user_id = $2 AND ${NOT_BLOCKED}
RETURNING ${HAS_UNREAD_REMINDER} AS notified, member.partner_id, member.${column} AS through,
  member.${column} IS DISTINCT FROM (
    SELECT earlier.${column} FROM conversation_member earlier
    WHERE earlier.conversation_id = $1 AND earlier.user_id = $2
  ) AS moved,
  (SELECT ${shareReceipts('own', 'partner')} FROM "user" own, "user" partner
    WHERE own.id = member.user_id AND partner.id = member.partner_id) AS shared`,
})

const DELIVERED = statement('mark-delivered', 'delivered_through')
const READ = statement('mark-read', 'read_through')
const CLEAR = statement('clear-conversation', 'cleared_through')

interface Row {
  notified: boolean
  partner_id: string
  /** Null without messages. */
  through: string | null
  moved: boolean
  /** Whether both members show their receipts. */
  shared: boolean
}

type WatermarkContext = Pick<ChatContext, 'pool' | 'events' | 'live' | 'onError'>

async function raise(
  { pool }: Pick<WatermarkContext, 'pool'>,
  query: typeof READ,
  conversationId: string,
  userId: string,
): Promise<Row> {
  const { rows } = await pool.query<Row>({ ...query, values: [conversationId, userId] })
  const [row] = rows
  if (!row) throw new ApiError('NOT_FOUND', text('We cannot find this conversation.'))
  return row
}

interface Receipt {
  conversationId: string
  userId: string
  read: boolean
}

/** Publishes a receipt to those who may see it. A page that does not get it sees the state on its next load. */
async function sendReceipt(
  { live, onError }: WatermarkContext,
  { through, moved }: Row,
  receipt: Receipt,
  to: readonly string[],
) {
  if (!moved || through === null || to.length === 0) return
  await live.publish(to, { event: 'message_receipt', data: { ...receipt, through } }).catch(onError)
}

/** Returns the partner, unless one of the two hides receipts. */
const partnerOf = ({ shared, partner_id }: Row) => (shared ? [partner_id] : [])

/**
 * Reports that a page of the member has received every message so far without showing it. Idempotent.
 * @throws ApiError NOT_FOUND
 */
export async function markDelivered(context: WatermarkContext, conversationId: string, userId: string) {
  const row = await raise(context, DELIVERED, conversationId, userId)
  await sendReceipt(context, row, { conversationId, userId, read: false }, partnerOf(row))
}

/**
 * Marks every message so far as read, also in the member's other tabs and devices. Idempotent. @throws ApiError NOT_FOUND
 */
export async function markRead(context: WatermarkContext, conversationId: string, userId: string) {
  const row = await raise(context, READ, conversationId, userId)
  const receipt = { conversationId, userId, read: true }
  await Promise.all([
    row.notified && context.events.emit('missedRead', { userId, conversationId }),
    sendReceipt(context, row, receipt, [...partnerOf(row), userId]),
  ])
}

/** Clears every message so far for this member alone. Idempotent. @throws ApiError NOT_FOUND */
export async function clearConversation(context: WatermarkContext, conversationId: string, userId: string) {
  const row = await raise(context, CLEAR, conversationId, userId)
  await Promise.all([
    row.notified && context.events.emit('missedRead', { userId, conversationId }),
    sendReceipt(context, row, { conversationId, userId, read: true }, [userId]),
  ])
}
