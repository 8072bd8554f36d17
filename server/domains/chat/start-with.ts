import type { Conversation } from '#schema/chat.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { ChatContext } from './chat-context.ts'
import { assertMayStart, dayOf, type Starting } from './daily-limit.ts'
import { historyOf } from './history.ts'
import { openConversationBetween } from './leave.ts'
import { type Opened, openConversation } from './open-conversation.ts'
import { notifyMatch } from './open-match.ts'
import { shareConversation, unreachable } from './partner.ts'
import { readConversation } from './read-conversations.ts'

export interface Starter extends Starting {
  emailVerified: boolean
}

/** Runs the function that opens a chat from a list, with the steps before and after it. */
export type AroundOpening = (
  open: () => Promise<Opened>,
  now: { /** Whether the two have an open conversation already. */ isOpen: boolean },
) => Promise<Opened>

/**
 * Starts a conversation from a list, with a member nearby or a former partner, and notifies the partner.
 * @throws ApiError EMAIL_NOT_VERIFIED, DAILY_LIMIT, NEW_ACCOUNT_LIMIT, PROOF_REQUIRED, INVALID for the starter, NOT_FOUND
 * for members who cannot be reached
 */
export async function startWith(
  context: ChatContext,
  starter: Starter,
  partnerId: string,
  around: AroundOpening,
): Promise<Conversation> {
  const { conversationId, fresh } = await openFromList(context, starter, partnerId, around)
  if (fresh) {
    context.botDefence.conversationStarted(starter.id).catch(context.onError)
    await notifyMatch(context, conversationId, partnerId, false)
  }
  return readConversation(context, conversationId, starter.id, historyOf(starter, context.clock.now()))
}

async function openFromList(
  context: ChatContext,
  starter: Starter,
  partnerId: string,
  around: AroundOpening,
): Promise<Opened> {
  const { pool, clock, limits, nearby } = context
  if (!starter.emailVerified) {
    throw new ApiError(
      'EMAIL_NOT_VERIFIED',
      text(
        'Please verify your email address before starting chats. Check your inbox for the verification link.',
      ),
    )
  }
  if (partnerId === starter.id) throw new ApiError('INVALID', text('You cannot start a chat with yourself.'))
  await limits.consume('startByAccount', starter.id)
  const known = await shareConversation(pool, starter.id, partnerId)
  if (!known && !(await nearby.isNear(starter, partnerId))) throw unreachable()
  const isOpen = known && (await openConversationBetween(pool, starter.id, partnerId)) !== null
  if (!isOpen) await assertMayStart(context, starter, partnerId)
  const starting = { starters: [starter.id], day: dayOf(clock.now()) }
  return around(() => openConversation(pool, starter.id, partnerId, starting), { isOpen })
}
