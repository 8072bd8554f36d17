import type { ChatContext } from './chat-deps.ts'
import { dayOf } from './daily-limit.ts'
import { openConversation } from './open-conversation.ts'
import { readConversationOf } from './read-conversations.ts'

type NotifyDeps = Pick<ChatContext, 'pool' | 'clock' | 'live' | 'online' | 'onError'>

/** Opens the conversation of two members, and notifies both unless it was open already. @throws ApiError FORBIDDEN */
export async function openMatch(
  deps: NotifyDeps & Pick<ChatContext, 'botDefence'>,
  userA: string,
  userB: string,
  starters: readonly string[] = [userA, userB],
): Promise<{ conversationId: string }> {
  const { pool, clock, botDefence, onError } = deps
  const day = dayOf(clock.now())
  const { conversationId, fresh } = await openConversation(pool, userA, userB, { starters, day })
  if (fresh) {
    for (const userId of starters) botDefence.conversationStarted(userId).catch(onError)
    await Promise.all(
      [userA, userB].map((userId) => notifyMatch(deps, conversationId, userId, starters.includes(userId))),
    )
  }
  return { conversationId }
}

/** Publishes `match_found` to one member, with the conversation as this member sees it. */
export async function notifyMatch(
  deps: NotifyDeps,
  conversationId: string,
  userId: string,
  startedByMe: boolean,
): Promise<void> {
  const conversation = await readConversationOf(deps, conversationId, userId, deps.clock.now())
  const data = { ...conversation, startedByMe }
  // The conversation is open already. Clients refetch when Redis is back.
  await deps.live.publish([userId], { event: 'match_found', data }).catch(deps.onError)
}
