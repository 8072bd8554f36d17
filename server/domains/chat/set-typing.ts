import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { ChatContext } from './chat-context.ts'
import { openPartnerOf } from './partner.ts'

export interface Typing {
  conversationId: string
  isTyping: boolean
  /** Whom the client takes for the partner. */
  targetUser?: string | undefined
}

const NOT_THE_PARTNER = text('This is not your partner in this conversation.')

/**
 * Notifies the partner of an open conversation that the member started or stopped typing.
 * @throws ApiError NOT_FOUND, RATE_LIMITED; INVALID if `targetUser` is not the partner
 */
export async function setTyping(
  { pool, live, limits }: Pick<ChatContext, 'pool' | 'live' | 'limits'>,
  userId: string,
  { conversationId, isTyping, targetUser }: Typing,
): Promise<void> {
  await limits.consume('typingByAccount', userId)
  const partnerId = await openPartnerOf(pool, conversationId, userId)
  if (targetUser !== undefined && targetUser.toLowerCase() !== partnerId)
    throw new ApiError('INVALID', NOT_THE_PARTNER, { fields: { targetUser: NOT_THE_PARTNER } })
  const data = { conversationId, userId, isTyping }
  for (const event of ['typing_status', 'TYPING_EVENT'] as const)
    await live.publish([partnerId], { event, data }, { transient: true })
}
