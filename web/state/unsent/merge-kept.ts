import { isPending, type ShownMessage } from '../chat/messages.ts'
import type { OutboxQueue } from '../chat/outbox-queue.ts'

/**
 * Brings the queue of a conversation in line with the messages that are kept for it, in their order. `seen` has the ids of the
 * messages that were kept before. A message that is only in the queue is newer than what was read, and stays as the last one.
 */
export function mergeKept(
  queue: OutboxQueue,
  kept: readonly ShownMessage[],
  seen: ReadonlySet<string>,
): void {
  const before = new Map(queue.messages().map((message) => [message.id, message]))
  const keptIds = new Set(kept.map(({ id }) => id))
  const rest = queue.messages().filter(({ id }) => !keptIds.has(id))
  const merged = kept.map((message) => {
    const known = before.get(message.id)
    // The same object stays, because an attempt to send it may be running.
    return known && isPending(known) === isPending(message) ? known : message
  })
  queue.setMessages([...merged, ...rest.filter(({ id }) => !seen.has(id))])
  for (const message of merged) {
    if (before.get(message.id) === message) continue
    const shown = isPending(message) ? { ...message, state: 'waiting' as const } : message
    queue.report(message.id, { kind: 'found', message: shown })
  }
  for (const { id } of rest) if (seen.has(id)) queue.report(id, { kind: 'gone' })
}
