import type { PoolClient } from 'pg'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { inTransaction } from '#server/platform/postgres/index.ts'
import { looksWaiting, waits } from '#server/platform/postgres/knock-sql.ts'
import type { ChatContext } from '../chat-context.ts'
import { dayOf } from '../daily-limit.ts'
import { type Opened, openConversation, settleOpened } from '../open-conversation.ts'
import { notifyMatch } from '../open-match.ts'
import { announceAccepted } from './announce-accepted.ts'

/** A member's acceptance of a knock on them. */
export interface Acceptance {
  knockId: string
  userId: string
  /** Accepts a knock that the member declined as well: they want to talk now. */
  evenDeclined: boolean
}

export interface AcceptedChat {
  conversationId: string
  /** The member who knocked. */
  starterId: string
}

export type AcceptContext = Pick<
  ChatContext,
  'pool' | 'clock' | 'live' | 'events' | 'online' | 'presence' | 'metrics' | 'onError'
>

/** The lock makes an acceptance and a withdrawal of the same knock follow each other. */
const lockKnock = (name: string, acceptable: string) => ({
  name,
  text: `SELECT from_id AS "starterId", conversation_id AS "conversationId", ${acceptable} AS "canOpen"
    FROM knock WHERE id = $1 AND to_id = $2 FOR UPDATE`,
})
const LOCK_WAITING = lockKnock('lock-waiting-knock', waits('knock'))
const LOCK_EVEN_DECLINED = lockKnock('lock-declined-knock', looksWaiting('knock'))

/** A statement of its own, because it must see what was committed while the knock was locked. */
const IS_OPEN = {
  name: 'is-conversation-open',
  text: 'SELECT 1 FROM conversation WHERE id = $1 AND ended_at IS NULL',
}

interface LockedKnock extends AcceptedChat {
  canOpen: boolean
}

export const knockIsGone = () => new ApiError('NOT_FOUND', text('This invitation is no longer open.'))

/** The two may not meet: to the caller, the invitation is gone. */
function presentParted(error: unknown): never {
  throw error instanceof ApiError ? knockIsGone() : error
}

/**
 * Opens the conversation of a knock, delivers the message that waited, and notifies both members. It counts towards the
 * daily limit of the member who knocked. Idempotent while the conversation is open.
 * @throws ApiError NOT_FOUND when the knock has ended
 */
export async function acceptKnock(context: AcceptContext, acceptance: Acceptance): Promise<AcceptedChat> {
  const { starterId, conversationId, fresh, accepted } = await openFor(context, acceptance)
  // A block that was committed while the conversation opened is visible only now.
  const late = await settleOpened(context.pool, conversationId).catch(presentParted)
  if (fresh) {
    await notifyBoth(context, { conversationId, starterId }, acceptance.userId)
    void context.events.emit('matchFound', { conversationId, userIds: [starterId, acceptance.userId] })
  }
  await announceAccepted(context, [...accepted, ...late])
  return { conversationId, starterId }
}

async function openFor(
  { pool, clock }: AcceptContext,
  acceptance: Acceptance,
): Promise<Opened & AcceptedChat> {
  const day = dayOf(clock.now())
  return inTransaction(pool, async (client) => {
    const { starterId, conversationId, canOpen } = await lock(client, acceptance)
    if (!canOpen) return { starterId, conversationId, fresh: false, accepted: [] }
    const counted = { starters: [starterId], day }
    const opened = await openConversation(client, starterId, acceptance.userId, counted).catch(presentParted)
    return { ...opened, starterId }
  })
}

/** @throws ApiError NOT_FOUND unless the knock can be accepted, or its conversation is open */
async function lock(client: PoolClient, { knockId, userId, evenDeclined }: Acceptance): Promise<LockedKnock> {
  const statement = evenDeclined ? LOCK_EVEN_DECLINED : LOCK_WAITING
  const { rows } = await client.query<LockedKnock>({ ...statement, values: [knockId, userId] })
  const [knock] = rows
  if (!knock) throw knockIsGone()
  if (knock.canOpen) return knock
  const { rowCount } = await client.query({ ...IS_OPEN, values: [knock.conversationId] })
  if (!rowCount) throw knockIsGone()
  return knock
}

async function notifyBoth(
  context: AcceptContext,
  { conversationId, starterId }: AcceptedChat,
  userId: string,
) {
  const { presence, events, metrics, onError } = context
  metrics.counter('knocks', { event: 'accepted' })()
  await notifyMatch(context, conversationId, userId, true)
  const { partnerDisplayName } = await notifyMatch(context, conversationId, starterId, false)
  const connected = await presence.connected([starterId]).catch((error: unknown) => {
    onError(error)
    return new Set<string>()
  })
  if (connected.has(starterId)) return
  await events.emit('knockAccepted', {
    userId: starterId,
    partnerId: userId,
    partnerName: partnerDisplayName,
    conversationId,
  })
}
