import type { Api } from '../../data/api.ts'
import type { Store } from '../store.ts'
import { createOutbox, type Outbox } from './outbox.ts'

interface OutboxesDeps {
  api: Api
  connected: Store<boolean>
  isSignedIn(): boolean
}

/** Returns a function that returns the outbox of a conversation. Each lasts as long as the session. */
export function createOutboxes(deps: OutboxesDeps): (conversationId: string) => Outbox {
  const outboxes = new Map<string, Outbox>()
  return (conversationId) => {
    const outbox = outboxes.get(conversationId) ?? createOutbox(deps)
    outboxes.set(conversationId, outbox)
    return outbox
  }
}
