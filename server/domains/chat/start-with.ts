import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { ChatContext } from './chat-context.ts'
import { assertMayStart, type Starting } from './daily-limit.ts'
import { historyOf } from './history.ts'
import { acceptKnock } from './knocks/accept-knock.ts'
import { announceKnock } from './knocks/announce-knock.ts'
import { readPair } from './knocks/read-pair.ts'
import { readReach } from './knocks/read-reach.ts'
import { decideStart, type Start } from './knocks/start-rules.ts'
import { storeKnock } from './knocks/store-knock.ts'
import { unreachable } from './partner.ts'

export interface Starter extends Starting {
  emailVerified: boolean
}

/** A chat that a member started from a list. */
export interface StartedChat {
  conversationId: string
  /** False while it waits for the answer of the other member. */
  isOpen: boolean
}

/**
 * Starts a chat from a list, with a member nearby or a former partner. Returns an open conversation of the two, or accepts
 * a knock of the other member. Otherwise knocks: the other member decides whether the conversation opens. A second start
 * while a knock waits returns its conversation.
 * @throws ApiError EMAIL_NOT_VERIFIED, DAILY_LIMIT, NEW_ACCOUNT_LIMIT, PROOF_REQUIRED, KNOCK_TOO_SOON, INVALID for the
 * starter, NOT_FOUND for members who cannot be reached, RATE_LIMITED
 */
export async function startWith(
  context: ChatContext,
  starter: Starter,
  partnerId: string,
): Promise<StartedChat> {
  assertMayReachOut(starter, partnerId)
  await context.limits.consume('startByAccount', starter.id)
  const start = decideStart(await readPair(context.pool, starter.id, partnerId))
  await assertReachable(context, starter, { partnerId, start })
  return start.kind === 'knock' ? knock(context, starter, partnerId) : follow(context, starter.id, start)
}

/** @throws ApiError EMAIL_NOT_VERIFIED; INVALID for the starter */
function assertMayReachOut(starter: Starter, partnerId: string) {
  if (!starter.emailVerified) {
    throw new ApiError(
      'EMAIL_NOT_VERIFIED',
      text(
        'Please verify your email address before starting chats. Check your inbox for the verification link.',
      ),
    )
  }
  if (partnerId === starter.id) throw new ApiError('INVALID', text('You cannot start a chat with yourself.'))
}

/** Members can knock on those whom their lists show. @throws ApiError NOT_FOUND */
async function assertReachable(
  { pool, clock, nearby }: ChatContext,
  starter: Starter,
  { partnerId, start }: { partnerId: string; start: Start },
) {
  const reach = await readReach(pool, starter.id, partnerId, historyOf(starter, clock.now()))
  if (!reach?.canMeet) throw unreachable()
  if (start.kind !== 'knock' && start.kind !== 'refuse') return
  const canKnock = reach.isVerified && (reach.isListed || (await nearby.isNear(starter, partnerId)))
  if (!canKnock) throw unreachable()
}

async function knock(context: ChatContext, starter: Starter, partnerId: string): Promise<StartedChat> {
  const { pool, botDefence, metrics, onError } = context
  await assertMayStart(context, starter, partnerId)
  const stored = await storeKnock(pool, starter.id, partnerId)
  if (stored.kind !== 'knocked') return follow(context, starter.id, stored)
  const { id, conversationId } = stored
  metrics.counter('knocks', { event: 'sent' })()
  botDefence.conversationStarted(starter.id).catch(onError)
  // The answer must not take longer when the other member is shown the knock than when they refuse it.
  announceKnock(context, id).catch(onError)
  return { conversationId, isOpen: false }
}

async function follow(
  context: ChatContext,
  userId: string,
  start: Exclude<Start, { kind: 'knock' }>,
): Promise<StartedChat> {
  switch (start.kind) {
    case 'open':
      return { conversationId: start.conversationId, isOpen: true }
    case 'waiting':
      return { conversationId: start.conversationId, isOpen: false }
    case 'refuse':
      throw start.error
    case 'accept': {
      const acceptance = { knockId: start.knockId, userId, evenDeclined: true }
      const { conversationId } = await acceptKnock(context, acceptance)
      return { conversationId, isOpen: true }
    }
  }
}
