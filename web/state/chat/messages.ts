import type { Message } from '#schema/chat.ts'

/**
 * A message as the chat shows it. The id of an unsent message starts with `temp-`. `waiting`: sending failed and is
 * retried automatically; `unconfirmed`: it contains contact details and waits for the sender's confirmation; `held`:
 * the server holds it for review; `late`: the chat had ended, or the message waited too long. `note` says why.
 */
export interface ShownMessage extends Message {
  state: 'sent' | 'sending' | 'waiting' | 'failed' | 'unconfirmed' | 'held' | 'late'
  note?: string
  /** The sender confirmed that they want to share the contact details in it. */
  confirmed?: true
  /** The browser does not store it: it waits as long as the page is open. */
  isUnkept?: true
}

/** Whether the message is still to be sent. */
export const isPending = ({ state }: ShownMessage) => state === 'sending' || state === 'waiting'

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

/** Whether a message is shown as the server has it now. */
const isShownAs = (one: ShownMessage, message: Message) =>
  one.state === 'sent' &&
  Object.entries(message).every(([field, value]) => String(Reflect.get(one, field)) === String(value))

/**
 * Merges messages from the server into the shown ones, in the server's order. Each replaces its optimistic copy. Messages that
 * are the same stay the same objects, and so does a list in which nothing changes: what shows them does not render again.
 */
export function merge(shown: ShownMessage[], incoming: readonly Message[]): ShownMessage[] {
  const kept = shown.filter(
    (one) => !incoming.some((message) => isSame(one, message) || isReleased(one, message)),
  )
  const arrived = incoming.map(
    (message) => shown.find((one) => isShownAs(one, message)) ?? { ...message, state: 'sent' as const },
  )
  const merged = [...kept, ...arrived].sort(order)
  const isUnchanged = merged.length === shown.length && merged.every((one, index) => one === shown[index])
  return isUnchanged ? shown : merged
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
