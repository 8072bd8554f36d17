import type { Message } from '#schema/chat.ts'
import type { ShownMessage } from './messages.ts'

export type Outcome =
  | { kind: 'sent'; message: Message }
  /** The connection or the server failed. The outbox retries automatically. */
  | { kind: 'waiting'; error: unknown }
  | { kind: 'refused'; error: unknown }

export type OutcomeListener = (messageId: string, outcome: Outcome) => void

/** The unsent messages in the order of writing, and who waits for their outcomes. */
export function createOutboxQueue() {
  let messages: ShownMessage[] = []
  let listener: OutcomeListener | null = null
  const settle = new Map<string, () => void>()

  function settled(messageId: string) {
    settle.get(messageId)?.()
    settle.delete(messageId)
  }

  return {
    messages: () => messages,
    /** Resolves once the message was removed, or an outcome of it was reported. */
    add(message: ShownMessage): Promise<void> {
      messages = [...messages, message]
      return new Promise<void>((resolve) => settle.set(message.id, resolve))
    },
    remove(messageId: string) {
      messages = messages.filter(({ id }) => id !== messageId)
      settled(messageId)
    },
    clear() {
      messages = []
    },
    /** Reports an outcome. A message that was sent or refused leaves the queue. */
    report(message: ShownMessage, outcome: Outcome) {
      if (outcome.kind !== 'waiting') messages = messages.filter((one) => one !== message)
      listener?.(message.id, outcome)
      settled(message.id)
    },
    listen(next: OutcomeListener | null) {
      listener = next
    },
  }
}
