import type { Message } from '#schema/chat.ts'

/**
 * A message as it is shown. One that is still under way has an id that starts with `temp-`. `waiting`: it could not be
 * sent and is sent again by itself; `unconfirmed`: it has contact details, and its sender is being asked; `held`: kept
 * back at the server's, for the reason in `note`.
 */
export interface ShownMessage extends Message {
  state: 'sent' | 'sending' | 'waiting' | 'failed' | 'unconfirmed' | 'held'
  note?: string
  /** Its contact details are meant to be shared. */
  confirmed?: true
}

export const isSame = (a: Message, b: Message) =>
  a.id === b.id ||
  (a.clientMessageId !== null && a.clientMessageId === b.clientMessageId && a.senderId === b.senderId)

const order = (a: ShownMessage, b: ShownMessage) => {
  // What is under way comes last, in the order of writing.
  if ((a.state === 'sent') !== (b.state === 'sent')) return a.state === 'sent' ? -1 : 1
  if (a.state !== 'sent') return 0
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** What was held comes as a message of its own once a moderator has let it through. */
const isReleased = (held: ShownMessage, message: Message) =>
  held.state === 'held' && held.message === message.message && held.senderId === message.senderId

/** Adds what the server knows: each message once, in the server's order, in place of its optimistic copy. */
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
