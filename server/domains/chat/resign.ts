import type { ChatContext } from './chat-context.ts'
import { endAndNotify } from './end-conversations.ts'
import { withdrawKnock } from './knocks/end-knocks.ts'

/**
 * Ends a conversation at once. In one that waits for an answer, withdraws the member's knock. With `openedAt`, only ends the
 * chat that was opened then: a request that was long on its way changes no later chat or knock. Idempotent.
 */
export async function resign(
  context: Pick<ChatContext, 'pool' | 'live' | 'events' | 'onError'>,
  conversationId: string,
  userId: string,
  openedAt?: Date,
): Promise<void> {
  if (await endAndNotify(context, conversationId, userId, 'resigned', openedAt)) return
  if (openedAt) return
  if (await withdrawKnock(context, conversationId, userId)) {
    const data = { conversationId, userId, reason: 'resigned' as const }
    await context.live.publish([userId], { event: 'conversation_disconnected', data }).catch(context.onError)
    return
  }
  // The knock may have been accepted since the first look.
  await endAndNotify(context, conversationId, userId, 'resigned')
}
