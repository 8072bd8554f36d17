import type { Message } from '#schema/chat.ts'

/**
 * A message as the chat shows it. The id of an unsent message starts with `temp-`. `waiting`: sending failed and is
 * retried automatically; `unconfirmed`: it contains contact details and waits for the sender's confirmation; `held`:
 * the server holds it for review, for the reason in `note`.
 */
export interface ShownMessage extends Message {
  state: 'sent' | 'sending' | 'waiting' | 'failed' | 'unconfirmed' | 'held'
  note?: string
  /** The sender confirmed that they want to share the contact details in it. */
  confirmed?: true
}

export const isSame = (a: Message, b: Message) =>
  a.id === b.id ||
  (a.clientMessageId !== null && a.clientMessageId === b.clientMessageId && a.senderId === b.senderId)

const order = (a: ShownMessage, b: ShownMessage) => {
  // Unsent messages come last, in the order in which they were written.
  if ((a.state === 'sent') !== (b.state === 'sent')) return a.state === 'sent' ? -1 : 1
  if (a.state !== 'sent') return 0
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** A released message arrives as a new message, which replaces the held copy. */
const isReleased = (held: ShownMessage, message: Message) =>
  held.state === 'held' && held.message === message.message && held.senderId === message.senderId

/** Merges messages from the server into the shown ones, in the server's order. Each replaces its optimistic copy. */
export function merge(shown: readonly ShownMessage[], incoming: readonly Message[]): ShownMessage[] {
  const kept = shown.filter(
    (one) => !incoming.some((message) => isSame(one, message) || isReleased(one, message)),
  )
  return [...kept, ...incoming.map((message) => ({ ...message, state: 'sent' as const }))].sort(order)
}

export const optimistic = (
  conversationId: string,
  sender: { id: string; displayName: string },
  text: string,
  { key, time }: { key: string; time: number },
): ShownMessage => ({
  id: `temp-${key}`,
  conversationId,
  message: text,
  time: new Date(time).toISOString(),
  senderId: sender.id,
  senderName: sender.displayName,
  read: false,
  clearedBy: [],
  clientMessageId: key,
  state: 'sending',
})
