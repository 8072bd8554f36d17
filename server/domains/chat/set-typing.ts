import type { ChatContext } from './chat-deps.ts'
import { openPartnerOf } from './partner.ts'

/** Notifies the partner of an open conversation that the member started or stopped typing. @throws ApiError NOT_FOUND, RATE_LIMITED */
export async function setTyping(
  { pool, live, limits }: Pick<ChatContext, 'pool' | 'live' | 'limits'>,
  userId: string,
  conversationId: string,
  isTyping: boolean,
): Promise<void> {
  await limits.consume('typingByAccount', userId)
  const partnerId = await openPartnerOf(pool, conversationId, userId)
  const data = { conversationId, userId, isTyping }
  for (const event of ['typing_status', 'TYPING_EVENT'] as const)
    await live.publish([partnerId], { event, data }, { transient: true })
}
