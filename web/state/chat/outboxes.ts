import { createOutbox, type Outbox, type OutboxDeps } from './outbox.ts'

/** Returns a function that returns the outbox of a conversation. Each lasts as long as the session. */
export function createOutboxes(deps: OutboxDeps): (conversationId: string) => Outbox {
  const outboxes = new Map<string, Outbox>()
  return (conversationId) => {
    const outbox = outboxes.get(conversationId) ?? createOutbox(deps, conversationId)
    outboxes.set(conversationId, outbox)
    return outbox
  }
}
