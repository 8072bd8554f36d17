import type { Partner, User } from '#schema/account.ts'
import type { Conversation } from '#schema/chat.ts'
import { LIMITS, TIMING } from '#schema/limits.ts'
import type { Api } from '../../data/api.ts'
import { ApiFailure, isToldAlready } from '../../data/failure.ts'
import type { LiveStream } from '../live/live-stream.ts'
import { createStore, type Store } from '../store.ts'
import type { ToastStore } from '../toasts.ts'
import { isOpen, NOTHING_TO_SEND_TO } from './about-conversation.ts'
import type { MatchMemory } from './match-memory.ts'
import { isSame, merge, optimistic, type ShownMessage } from './messages.ts'
import { createOutbox, type Outbox, type Outcome } from './outbox.ts'
import { createOwnTyping } from './own-typing.ts'
import { createReadMark } from './read-mark.ts'

export interface ConversationState {
  status: 'loading' | 'ready' | 'failed'
  messages: ShownMessage[]
  hasMore: boolean
  loadingOlder: boolean
  partner: Partner | null
  partnerOnline: boolean
  partnerTyping: boolean
  /** False while this page has no connection, so that nothing is known of the partner's presence. */
  connected: boolean
}

/** One open conversation: what is said in it, and what its partner does. */
export interface OpenConversation extends Store<ConversationState> {
  load(): Promise<void>
  /** Takes over a later copy of the same conversation, which may have ended or begun again. */
  follow(conversation: Conversation): void
  loadOlder(): Promise<void>
  send(text: string): Promise<void>
  retry(id: string): Promise<void>
  /** Sends what has contact details in it, now that its sender was asked. */
  confirm(id: string): Promise<void>
  /** Takes a message back that was not delivered; answers its text. */
  takeBack(id: string): string
  /** Somebody is writing; told to the partner at most once a second. */
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
  /** What was written in this conversation and is not sent yet; it may be from before it was opened. */
  outbox?: Outbox
  /** Whether somebody looks at it: what nobody sees is not read. Always, unless something knows better. */
  attention?: Store<boolean>
  now(): number
  newKey(): string
}

export function createOpenConversation(deps: OpenConversationDeps): OpenConversation {
  const { api, stream, toasts, memory, me, conversation, attention, now, newKey } = deps
  const { id, partnerId } = conversation
  /** Whether it is still open changes while it is on the screen. */
  let latest = conversation
  const outbox = deps.outbox ?? createOutbox({ api, conversationId: id, connected: stream.connected })
  const { getState, setState, subscribe } = createStore<ConversationState>({
    status: 'loading',
    messages: outbox.pending().map((message) => ({ ...message, state: 'waiting' })),
    hasMore: false,
    loadingOlder: false,
    partner: null,
    partnerOnline: conversation.userOnline,
    partnerTyping: false,
    connected: stream.connected.getState(),
  })
  const change = (part: Partial<ConversationState>) => setState({ ...getState(), ...part })
  let typingStops: ReturnType<typeof setTimeout> | null = null
  let over = false
  const { markRead, stopWatching } = createReadMark({ api, conversationId: id, attention })

  const page = (older: { before?: string } = {}) =>
    api.call('listMessages', {
      body: { id, pageNumber: 0, size: LIMITS.pageSize, paginated: true, ...older },
    })

  /** What is said in a conversation counts for the match that a reload returns to. */
  function said(messages: ShownMessage[]) {
    change({ messages })
    if (isOpen(latest) && !over) memory.remember(id)
  }

  async function loadPartner() {
    try {
      const { data } = await api.call('getPartner', { params: { partnerId } })
      change({ partner: data, partnerOnline: data.online })
    } catch {
      // The conversation itself tells the name; the rest is left out.
    }
  }

  async function load() {
    if (getState().status === 'failed') change({ status: 'loading' })
    void loadPartner()
    try {
      const { data } = await page()
      // Older messages that were shown go, as there may be a gap between them and these.
      const latest = data.elements[0]?.id ?? ''
      const kept = getState().messages.filter((one) => one.state !== 'sent' || one.id > latest)
      change({ status: 'ready', messages: merge(kept, data.elements), hasMore: !data.last })
      markRead()
    } catch {
      if (getState().status === 'loading') change({ status: 'failed' })
    }
  }

  function setPartnerTyping(isTyping: boolean) {
    if (typingStops) clearTimeout(typingStops)
    typingStops = isTyping ? setTimeout(() => change({ partnerTyping: false }), TIMING.typingAutoStop) : null
    if (getState().partnerTyping !== isTyping) change({ partnerTyping: isTyping })
  }

  const ownTyping = createOwnTyping({
    now,
    report(isTyping) {
      const body = { targetUser: partnerId, conversationId: id }
      api.call('setTyping', { params: { isTyping: `${isTyping}` }, body }).catch(() => undefined)
    },
  })

  function onReconnect() {
    if (getState().status === 'ready') void loadPartner()
    else void load()
  }

  function onConnection() {
    const connected = stream.connected.getState()
    if (!connected) setPartnerTyping(false)
    change({ connected })
  }

  const stopListening = [
    stream.on('new_chat_message', (message) => {
      if (message.conversationId !== id) return
      if (message.senderId === partnerId) {
        setPartnerTyping(false)
        markRead()
      }
      const own = getState().messages.find((one) => one.state !== 'sent' && isSame(one, message))
      if (own) outbox.remove(own.id)
      said(merge(getState().messages, [message]))
    }),
    ...(['typing_status', 'TYPING_EVENT'] as const).map((name) =>
      stream.on(name, (event) => {
        if (event.conversationId === id && event.userId === partnerId) setPartnerTyping(event.isTyping)
      }),
    ),
    stream.on('USER_ONLINE', ({ userId }) => userId === partnerId && change({ partnerOnline: true })),
    stream.on('USER_OFFLINE', ({ userId }) => userId === partnerId && change({ partnerOnline: false })),
    stream.on('resync', () => void load()),
    stream.onReconnect(onReconnect),
    stream.connected.subscribe(onConnection),
    stopWatching,
  ]

  const changeMessage = (messageId: string, part: Partial<ShownMessage>) =>
    change({ messages: getState().messages.map((one) => (one.id === messageId ? { ...one, ...part } : one)) })
  const find = (messageId: string) => getState().messages.find((one) => one.id === messageId)

  /** Returns false and shows why when the chat has ended or is no longer on screen. */
  function canSend() {
    const isActive = isOpen(latest) && !over
    if (!isActive) toasts.show(NOTHING_TO_SEND_TO)
    return isActive
  }

  outbox.listen((messageId, outcome) => {
    const message = find(messageId)
    if (outcome.kind === 'sent') return said(merge(getState().messages, [outcome.message]))
    if (!message) return
    if (outcome.kind === 'waiting') return onWaiting(message, outcome)
    onRefused(message, outcome.error)
  })

  /** The toast is for the first message that waits; the others wait behind it. */
  function onWaiting(message: ShownMessage, { error }: Outcome & { kind: 'waiting' }) {
    if (message.state === 'waiting') return
    const isFirst = !getState().messages.some((one) => one.state === 'waiting')
    changeMessage(message.id, { state: 'waiting' })
    if (isFirst)
      tellFailure(error, 'Message not sent', 'There was an error sending your message. Please try again.')
  }

  function onRefused(message: ShownMessage, error: unknown) {
    // These two are told where the message stands.
    if (error instanceof ApiFailure && error.code === 'CONTACT_DETAILS')
      return changeMessage(message.id, { state: 'unconfirmed' })
    if (error instanceof ApiFailure && error.code === 'MESSAGE_HELD')
      return changeMessage(message.id, { state: 'held', note: error.message })
    changeMessage(message.id, { state: 'failed' })
    if (error instanceof ApiFailure) tellFailure(error, 'Failed to send message', error.message)
    else tellFailure(error, 'Message not sent', 'There was an error sending your message. Please try again.')
  }

  function tellFailure(error: unknown, title: string, description: string) {
    if (!over && !isToldAlready(error)) toasts.show({ title, description, variant: 'destructive' })
  }

  return {
    getState,
    subscribe,
    load,
    follow(copy) {
      latest = copy
    },

    async loadOlder() {
      const { messages, hasMore, loadingOlder } = getState()
      if (!hasMore || loadingOlder) return
      change({ loadingOlder: true })
      try {
        const oldest = messages.find((one) => one.state === 'sent')
        const { data } = await page(oldest ? { before: oldest.id } : {})
        change({
          messages: merge(getState().messages, data.elements),
          hasMore: !data.last,
          loadingOlder: false,
        })
      } catch (error) {
        change({ loadingOlder: false })
        tellFailure(error, 'Error', 'Failed to load older messages. Please try again.')
      }
    },

    async send(text) {
      const trimmed = text.trim()
      if (trimmed === '' || !canSend()) return
      ownTyping.stop()
      const message = optimistic(id, me, trimmed, { key: newKey(), time: now() })
      change({ messages: [...getState().messages, message] })
      await outbox.add(message)
    },

    async retry(messageId) {
      const failed = find(messageId)
      if (failed?.state !== 'failed' && failed?.state !== 'waiting') return
      if (!canSend()) {
        outbox.remove(messageId)
        return changeMessage(messageId, { state: 'failed' })
      }
      if (failed.state === 'waiting') return outbox.flush()
      changeMessage(messageId, { state: 'sending' })
      await outbox.add(failed)
    },

    async confirm(messageId) {
      const asked = find(messageId)
      if (asked?.state !== 'unconfirmed') return
      // Its text stays to be read and copied.
      if (!canSend()) return changeMessage(messageId, { state: 'failed' })
      changeMessage(messageId, { state: 'sending', confirmed: true })
      await outbox.add({ ...asked, confirmed: true })
    },

    takeBack(messageId) {
      const text = find(messageId)?.message ?? ''
      change({ messages: getState().messages.filter((one) => one.id !== messageId) })
      return text
    },

    typed: ownTyping.typed,

    async clear() {
      const { messages } = getState()
      const unsent = outbox.pending().map((message) => message.id)
      change({ messages: messages.filter((one) => unsent.includes(one.id)), hasMore: false })
      try {
        await api.call('clearConversation', { params: { id } })
      } catch (error) {
        const arrived = getState().messages.filter((one) => one.state === 'sent')
        change({ messages: merge(messages, arrived) })
        tellFailure(error, 'Error', 'Failed to clear messages. Please try again.')
        await load()
      }
    },

    [Symbol.dispose]() {
      over = true
      outbox.listen(null)
      for (const stop of stopListening) stop()
      if (typingStops) clearTimeout(typingStops)
      ownTyping[Symbol.dispose]()
    },
  }
}
