import type { Message } from '#schema/chat.ts'

/** What makes a conversation good: so many messages of each member, over so much time. */
const ENOUGH = { messages: 5, milliseconds: 5 * 60_000 }

/** Whether both members have written at least five messages, over at least five minutes. Counts the loaded messages. */
export function isGoodConversation(
  messages: readonly Pick<Message, 'senderId' | 'time'>[],
  userId: string,
): boolean {
  const [first] = messages
  const last = messages.at(-1)
  if (!first || !last) return false
  const own = messages.filter(({ senderId }) => senderId === userId).length
  return (
    Math.min(own, messages.length - own) >= ENOUGH.messages &&
    Date.parse(last.time) - Date.parse(first.time) >= ENOUGH.milliseconds
  )
}
