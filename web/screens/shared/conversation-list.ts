import type { InfiniteData } from '@tanstack/react-query'
import type { Conversation, ConversationPage, Message } from '#schema/chat.ts'

export type ConversationPages = InfiniteData<ConversationPage, number>

/** Returns each conversation once: a page can repeat rows that have moved. */
export const flatten = (data: ConversationPages): Conversation[] => [
  ...new Map(data.pages.flatMap((page) => page.elements).map((one) => [one.id, one])).values(),
]

export const mapConversations = (
  data: ConversationPages,
  to: (one: Conversation) => Conversation,
): ConversationPages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, elements: page.elements.map(to) })),
})

/** Marks a conversation as ended by the member who left it. */
export const withEnded = (
  data: ConversationPages,
  conversationId: string,
  leaverId: string,
): ConversationPages =>
  mapConversations(data, (one) => {
    if (one.id !== conversationId) return one
    return leaverId === one.partnerId ? { ...one, partnerActive: false } : { ...one, userActive: false }
  })

/**
 * Moves the message's conversation to the top with its latest text, and counts it as unread unless it is open or the
 * member wrote it. Returns null if the list does not have the conversation.
 */
export function withMessage(
  data: ConversationPages,
  message: Message,
  openId: string | null,
): ConversationPages | null {
  const before = flatten(data).find((one) => one.id === message.conversationId)
  const [first, ...rest] = data.pages
  if (!before || !first) return null
  const unread = before.id === openId || message.senderId === before.userId ? 0 : 1
  const after: Conversation = {
    ...before,
    lastSentMessage: message.message,
    lastMessageTime: message.time,
    unreadCount: before.unreadCount + unread,
  }
  const without = (page: ConversationPage): ConversationPage => ({
    ...page,
    elements: page.elements.filter((one) => one.id !== before.id),
  })
  const head = without(first)
  return {
    ...data,
    pages: [{ ...head, elements: [after, ...head.elements] }, ...rest.map(without)],
  }
}
