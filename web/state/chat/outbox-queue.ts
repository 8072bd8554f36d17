import type { Message } from '#schema/chat.ts'
import { isPending, type ShownMessage } from './messages.ts'

export type Outcome =
  | { kind: 'sent'; message: Message }
  /** The connection or the server failed. The outbox retries automatically. */
  | { kind: 'waiting'; error: unknown }
  | { kind: 'refused'; error: unknown }

/** What happens to an unsent message. */
export type OutboxNews =
  | Exclude<Outcome, { kind: 'refused' }>
  /** `message`: as it is shown from now on. */
  | { kind: 'refused'; error: unknown; message: ShownMessage }
  /** An earlier page or another tab wrote the message, or has changed it. */
  | { kind: 'found'; message: ShownMessage }
  /** Another tab has sent or deleted the message. */
  | { kind: 'gone' }
  /** The browser does not store the message. */
  | { kind: 'unkept' }

export type OutboxListener = (messageId: string, news: OutboxNews) => void

export type OutboxQueue = ReturnType<typeof createOutboxQueue>

/** The unsent messages in the order of writing, those that were refused too, and who waits for their outcomes. */
export function createOutboxQueue() {
  let messages: readonly ShownMessage[] = []
  let listener: OutboxListener | null = null
  const settle = new Map<string, () => void>()

  function settled(messageId: string) {
    settle.get(messageId)?.()
    settle.delete(messageId)
  }

  return {
    messages: () => messages,
    next: () => messages.find(isPending),
    setMessages(next: readonly ShownMessage[]) {
      messages = next
    },
    /** Adds a message as the last one. Resolves once it was removed, or an outcome of it was reported. */
    add(message: ShownMessage): Promise<void> {
      messages = [...messages.filter(({ id }) => id !== message.id), message]
      return new Promise<void>((resolve) => settle.set(message.id, resolve))
    },
    replace(message: ShownMessage) {
      messages = messages.map((one) => (one.id === message.id ? message : one))
    },
    remove(messageId: string) {
      messages = messages.filter(({ id }) => id !== messageId)
      settled(messageId)
    },
    report(messageId: string, news: OutboxNews) {
      listener?.(messageId, news)
      if (news.kind !== 'unkept') settled(messageId)
    },
    hasListener: () => listener !== null,
    listen(next: OutboxListener | null) {
      listener = next
    },
  }
}
