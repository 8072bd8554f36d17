import type { Conversation } from '#schema/chat.ts'
import type { ChatContext } from './chat-context.ts'
import { dayOf } from './daily-limit.ts'
import { announceAccepted } from './knocks/announce-accepted.ts'
import { type MatchKind, openConversation } from './open-conversation.ts'
import { readConversationOf } from './read-conversations.ts'

type MatchContext = Pick<ChatContext, 'pool' | 'clock' | 'live' | 'online' | 'onError'>

/**
 * Opens the conversation of a matched pair. Idempotent: publishes `match_found` to both unless it was open already. It
 * counts towards the daily limit of the starters, by default both.
 * @throws ApiError FORBIDDEN
 */
export async function openMatch(
  context: MatchContext & Pick<ChatContext, 'botDefence' | 'events'>,
  userA: string,
  userB: string,
  starters: readonly string[] = [userA, userB],
  kind: MatchKind = {},
): Promise<{ conversationId: string }> {
  const { pool, clock, botDefence, events, onError } = context
  const opening = { starters, day: dayOf(clock.now()), ...kind }
  const { conversationId, fresh, accepted } = await openConversation(pool, userA, userB, opening)
  if (fresh) {
    for (const userId of starters) botDefence.conversationStarted(userId).catch(onError)
    await Promise.all(
      [userA, userB].map((userId) => notifyMatch(context, conversationId, userId, starters.includes(userId))),
    )
    await announceAccepted(context, accepted)
    void events.emit('matchFound', { conversationId, userIds: [userA, userB] })
  }
  return { conversationId }
}

/** Publishes `match_found` to one member, with the conversation as this member sees it, and returns it. */
export async function notifyMatch(
  context: MatchContext,
  conversationId: string,
  userId: string,
  startedByMe: boolean,
): Promise<Conversation> {
  const conversation = await readConversationOf(context, conversationId, userId, context.clock.now())
  const data = { ...conversation, startedByMe }
  // The conversation is open already. Clients refetch when Redis is back.
  await context.live.publish([userId], { event: 'match_found', data }).catch(context.onError)
  return conversation
}
