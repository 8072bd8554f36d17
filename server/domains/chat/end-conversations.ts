import type { LEAVE_REASONS } from '#schema/events.ts'
import type { ChatContext } from './chat-context.ts'
import { type Ended, endConversation, openConversationBetween, openConversationsOf } from './leave.ts'

export type LeaveReason = (typeof LEAVE_REASONS)[number]

type EndContext = Pick<ChatContext, 'pool' | 'live' | 'events' | 'onError'>

/** Notifies both members that their conversation has ended, and emits the event. */
export async function notifyEnd(
  { live, events, onError }: EndContext,
  { conversationId, userId, partnerId }: Ended,
  reason: LeaveReason,
): Promise<void> {
  // The conversation has ended even if Redis is away. The listeners and the next conversation must not depend on it.
  await live
    .publish([partnerId, userId], {
      event: 'conversation_disconnected',
      data: { conversationId, userId, reason },
    })
    .catch(onError)
  await events.emit('conversationEnded', { conversationId, endedBy: userId, partnerId })
}

/**
 * Ends the conversation and notifies both members. Returns false when it has ended already, or was opened again after
 * `openedAt`.
 */
export async function endAndNotify(
  context: EndContext,
  conversationId: string,
  userId: string,
  reason: LeaveReason,
  openedAt?: Date,
): Promise<boolean> {
  const ended = await endConversation(context.pool, conversationId, userId, openedAt)
  if (ended) await notifyEnd(context, ended, reason)
  return ended !== null
}

/** Ends the open conversation of two members, if there is one. `userId` is the member who leaves. */
export async function endConversationBetween(
  context: EndContext,
  userId: string,
  partnerId: string,
): Promise<void> {
  const id = await openConversationBetween(context.pool, userId, partnerId)
  if (id) await endAndNotify(context, id, userId, 'resigned')
}

/** Ends all open conversations of a member. */
export async function endConversationsOf(
  context: EndContext,
  userId: string,
  reason: LeaveReason,
): Promise<void> {
  for (;;) {
    const ids = await openConversationsOf(context.pool, userId)
    for (const id of ids) await endAndNotify(context, id, userId, reason)
    if (ids.length === 0) return
  }
}
