import type { User } from '#schema/account.ts'
import type { Conversation, Message } from '#schema/chat.ts'
import type { Api } from '../../data/api.ts'
import { isReportedAlready } from '../../data/failure.ts'
import type { LiveStream } from '../live/live-stream.ts'
import type { Store } from '../store.ts'
import type { ToastStore } from '../toasts.ts'
import type { Recall } from '../unsent/unsent-records.ts'
import { isOpen, isWaiting } from './about-conversation.ts'
import { followConversation } from './conversation-events.ts'
import { createConversationPages } from './conversation-pages.ts'
import { type ConversationState, createConversationStore } from './conversation-state.ts'
import type { MatchMemory } from './match-memory.ts'
import { showOutcomes } from './message-outcomes.ts'
import { createMessageSending, type MessageSending } from './message-sending.ts'
import { isPending, merge } from './messages.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createOwnTyping } from './own-typing.ts'
import { createPartnerTyping } from './partner-typing.ts'
import { createReadMark } from './read-mark.ts'
import { NO_RECEIPTS } from './receipts.ts'

/** A conversation on screen: its messages, and the presence of its partner. */
export interface OpenConversation extends Store<ConversationState>, MessageSending {
  load(): Promise<void>
  /** Takes over a later copy of the same conversation, which may have ended or been reopened. */
  follow(conversation: Conversation): void
  loadOlder(): Promise<void>
  /** Drops the oldest messages of a long list. `loadOlder` brings them back. */
  dropOldest(): void
  /** Reports a keystroke of the member. The partner is notified at most once a second. */
  typed(): void
  clear(): Promise<void>
  [Symbol.dispose](): void
}

interface OpenConversationDeps {
  api: Api
  stream: Pick<LiveStream, 'on' | 'onReconnect' | 'connected'>
  toasts: ToastStore
  memory: MatchMemory
  me: User
  conversation: Conversation
  /** The unsent messages of this conversation, also those written before it was opened. */
  outbox?: Outbox
  /** Whether the member looks at the conversation. Messages are marked as read only then. Defaults to always. */
  attention?: Store<boolean>
  /** Returns the chat that this browser has kept; null if it has none. */
  recall?: Recall
  now(): number
  newKey(): string
}

export function createOpenConversation(deps: OpenConversationDeps): OpenConversation {
  const { api, stream, toasts, memory, me, conversation, attention, now, newKey } = deps
  const { id, partnerId } = conversation
  const outbox = deps.outbox ?? createOutbox({ api, connected: stream.connected, now, newKey }, id)
  const store = createConversationStore(initialState(deps, outbox))
  let latest = conversation
  let isClosed = false
  const isActive = () => isOpen(latest) && !isClosed

  function addMessage(message: Message) {
    store.change({ messages: merge(store.getState().messages, [message]) })
    // Each message extends the ten minutes in which a reload returns to this chat.
    if (isActive()) memory.remember(id)
  }

  function showFailure(error: unknown, title: string, description: string) {
    if (!isClosed && !isReportedAlready(error)) toasts.show({ title, description, variant: 'destructive' })
  }

  const partnerTyping = createPartnerTyping(store)
  const ownTyping = createOwnTyping({
    now,
    report(isTyping) {
      const body = { targetUser: partnerId, conversationId: id }
      api.call('setTyping', { params: { isTyping: `${isTyping}` }, body }).catch(() => undefined)
    },
  })
  const { markRead, stopWatching } = createReadMark({ api, conversationId: id, attention })
  const pages = createConversationPages({ ...deps, store, outbox, markRead, showFailure })
  const events = { stream, conversation, store, outbox, pages, partnerTyping, markRead, addMessage }
  const stopFollowing = followConversation(events)
  const outcomes = { store, outbox, addMessage, showFailure }
  showOutcomes({ ...outcomes, isWaiting: () => isWaiting(latest), reload: pages.load })
  const sending = { conversationId: id, me, store, outbox, toasts, ownTyping, isActive, now, newKey }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    load: pages.load,
    loadOlder: pages.loadOlder,
    dropOldest: pages.dropOldest,
    clear: pages.clear,
    ...createMessageSending(sending),
    typed() {
      if (!isWaiting(latest)) ownTyping.typed()
    },
    follow(copy) {
      const hasAnswer = isWaiting(latest) && !isWaiting(copy)
      latest = copy
      if (!hasAnswer) return
      const messages = store.getState().messages.map(({ awaitsAnswer: _, ...message }) => message)
      store.change({ messages, partnerOnline: copy.userOnline })
      // The partner's presence is known from now on.
      void pages.load()
    },
    [Symbol.dispose]() {
      isClosed = true
      outbox.listen(null)
      stopFollowing()
      stopWatching()
      partnerTyping[Symbol.dispose]()
      ownTyping[Symbol.dispose]()
    },
  }
}

const initialState = (
  { conversation, stream }: OpenConversationDeps,
  outbox: Pick<Outbox, 'messages'>,
): ConversationState => ({
  status: 'loading',
  messages: outbox
    .messages()
    .map((message) => (isPending(message) ? { ...message, state: 'waiting' } : message)),
  receipts: NO_RECEIPTS,
  hasMore: false,
  loadingOlder: false,
  partner: null,
  partnerOnline: conversation.userOnline,
  partnerTyping: false,
  connected: stream.connected.getState(),
})
