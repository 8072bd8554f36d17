import type { User } from '#schema/account.ts'
import type { Conversation } from '#schema/chat.ts'
import type { LiveStream } from '../live/live-stream.ts'
import type { Store } from '../store.ts'
import type { ToastStore } from '../toasts.ts'
import type { Recall } from '../unsent/unsent-records.ts'
import { createOpenConversation, type OpenConversation } from './conversation.ts'
import type { MatchMemory } from './match-memory.ts'
import type { Outbox, OutboxDeps } from './outbox.ts'
import { createOutboxes } from './outboxes.ts'
import { createWhileAlone } from './while-alone.ts'

export interface OpenChatsDeps extends Omit<OutboxDeps, 'connected' | 'whileAlone'> {
  stream: Pick<LiveStream, 'on' | 'onReconnect' | 'connected' | 'own'>
  toasts: ToastStore
  memory: MatchMemory
  /** Whether the member looks at the chat. */
  attention: Store<boolean>
  locks: Pick<LockManager, 'request'> | undefined
  /** Returns the chat that this browser has kept; null if it has none. */
  recall: Recall
}

/** The conversations of a member and their outboxes. Their code loads with the first search or chat. */
export interface OpenChats {
  outboxOf(conversationId: string): Outbox
  open(me: User, conversation: Conversation): OpenConversation
  /** Deletes the unsent messages to a partner whom the member has left. */
  discardUnsent(conversationId: string): void
}

export function createOpenChats({ locks, ...deps }: OpenChatsDeps): OpenChats {
  const { connected } = deps.stream
  const outboxOf = createOutboxes({ ...deps, connected, whileAlone: createWhileAlone(locks) })
  return {
    outboxOf,
    open(me, conversation) {
      const { id } = conversation
      const opened = createOpenConversation({ ...deps, me, conversation, outbox: outboxOf(id) })
      deps.keeper?.use(({ followChat }) => followChat(id, opened))
      return opened
    },
    discardUnsent(conversationId) {
      const { messages, remove } = outboxOf(conversationId)
      for (const { id } of messages()) remove(id)
    },
  }
}
