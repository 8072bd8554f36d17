import type { Partner, User } from '#schema/account.ts'
import type { Conversation } from '#schema/chat.ts'
import { LIMITS, TIMING } from '#schema/limits.ts'
import type { Api } from '../data/api.ts'
import { ApiFailure, messageOf } from '../data/failure.ts'
import type { LiveStream } from './live-stream.ts'
import { merge, optimistic, type ShownMessage } from './messages.ts'
import { createStore, type Store } from './store.ts'
import type { ToastStore } from './toasts.ts'

export interface ConversationState {
  status: 'loading' | 'ready' | 'failed'
  messages: ShownMessage[]
  hasMore: boolean
  loadingOlder: boolean
  partner: Partner | null
  partnerOnline: boolean
  partnerTyping: boolean
}

/** One open conversation: what is said in it, and what its partner does. */
export interface OpenConversation extends Store<ConversationState> {
  load(): Promise<void>
  loadOlder(): Promise<void>
  send(text: string): Promise<void>
  retry(id: string): Promise<void>
  /** Somebody is writing; told to the partner at most once a second. */
  typed(): void
  clear(): Promise<void>
  /** True once the report was taken. */
  report(reason: string): Promise<boolean>
  [Symbol.dispose](): void
}

interface OpenConversationDeps {
  api: Api
  stream: LiveStream
  toasts: ToastStore
  me: User
  conversation: Conversation
  now(): number
  newKey(): string
}

export function createOpenConversation(deps: OpenConversationDeps): OpenConversation {
  const { api, stream, toasts, me, conversation, now, newKey } = deps
  const { id, partnerId } = conversation
  const { getState, setState, subscribe } = createStore<ConversationState>({
    status: 'loading',
    messages: [],
    hasMore: false,
    loadingOlder: false,
    partner: null,
    partnerOnline: conversation.userOnline,
    partnerTyping: false,
  })
  const change = (part: Partial<ConversationState>) => setState({ ...getState(), ...part })
  let typingStops: ReturnType<typeof setTimeout> | null = null
  let ownTypingStops: ReturnType<typeof setTimeout> | null = null
  let typingToldAt = 0
  /** One after the other: two requests under way at once may arrive in either order. */
  let outbox: Promise<void> = Promise.resolve()

  const page = (pageNumber: number) =>
    api.call('listMessages', { body: { id, pageNumber, size: LIMITS.pageSize, paginated: true } })
  const markRead = () => void api.call('markRead', { params: { id } }).catch(() => undefined)

  async function load() {
    try {
      const [{ data }, partner] = await Promise.all([
        page(0),
        api.call('getPartner', { params: { partnerId } }),
      ])
      change({
        status: 'ready',
        messages: merge(getState().messages, data.elements),
        hasMore: !data.last,
        partner: partner.data,
        partnerOnline: partner.data.online,
      })
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

  function tellTyping(isTyping: boolean) {
    const body = { targetUser: partnerId, conversationId: id }
    void api.call('setTyping', { params: { isTyping: `${isTyping}` }, body }).catch(() => undefined)
  }

  function stopTyping() {
    if (ownTypingStops === null) return
    clearTimeout(ownTypingStops)
    ownTypingStops = null
    typingToldAt = 0
    tellTyping(false)
  }

  const stopListening = [
    stream.on('new_chat_message', (message) => {
      if (message.conversationId !== id) return
      if (message.senderId === partnerId) {
        setPartnerTyping(false)
        markRead()
      }
      change({ messages: merge(getState().messages, [message]) })
    }),
    ...(['typing_status', 'TYPING_EVENT'] as const).map((name) =>
      stream.on(name, (event) => {
        if (event.conversationId === id && event.userId === partnerId) setPartnerTyping(event.isTyping)
      }),
    ),
    stream.on('USER_ONLINE', ({ userId }) => userId === partnerId && change({ partnerOnline: true })),
    stream.on('USER_OFFLINE', ({ userId }) => userId === partnerId && change({ partnerOnline: false })),
    stream.on('resync', () => void load()),
  ]

  const setMessageState = (messageId: string, state: ShownMessage['state']) =>
    change({ messages: getState().messages.map((one) => (one.id === messageId ? { ...one, state } : one)) })

  function deliver(message: ShownMessage): Promise<void> {
    outbox = outbox.then(() => post(message))
    return outbox
  }

  async function post(message: ShownMessage) {
    try {
      const { data } = await api.call('sendMessage', {
        body: {
          conversationId: id,
          message: message.message,
          clientMessageId: message.clientMessageId ?? newKey(),
        },
      })
      change({ messages: merge(getState().messages, [data]) })
    } catch (error) {
      setMessageState(message.id, 'failed')
      const ended = error instanceof ApiFailure && error.code === 'CONVERSATION_ENDED'
      toasts.show({
        title: ended ? 'Failed to send message' : 'Message not sent',
        description: ended
          ? error.message
          : messageOf(error, 'There was an error sending your message. Please try again.'),
        variant: 'destructive',
      })
    }
  }

  return {
    getState,
    subscribe,
    load,

    async loadOlder() {
      const { messages, hasMore, loadingOlder } = getState()
      if (!hasMore || loadingOlder) return
      change({ loadingOlder: true })
      try {
        // New messages push older ones to later pages: the page that begins within what is here leaves no gap.
        const known = messages.filter((one) => one.state === 'sent').length
        const { data } = await page(Math.floor(known / LIMITS.pageSize))
        change({
          messages: merge(getState().messages, data.elements),
          hasMore: !data.last,
          loadingOlder: false,
        })
      } catch {
        change({ loadingOlder: false })
        toasts.show({
          title: 'Error',
          description: 'Failed to load older messages. Please try again.',
          variant: 'destructive',
        })
      }
    },

    async send(text) {
      const trimmed = text.trim()
      if (trimmed === '') return
      stopTyping()
      const message = optimistic(id, me, trimmed, { key: newKey(), time: now() })
      change({ messages: [...getState().messages, message] })
      await deliver(message)
    },

    async retry(messageId) {
      const failed = getState().messages.find((one) => one.id === messageId && one.state === 'failed')
      if (!failed) return
      setMessageState(messageId, 'sending')
      await deliver(failed)
    },

    typed() {
      if (now() - typingToldAt >= TIMING.typingThrottle) {
        typingToldAt = now()
        tellTyping(true)
      }
      if (ownTypingStops) clearTimeout(ownTypingStops)
      ownTypingStops = setTimeout(stopTyping, TIMING.typingAutoStop)
    },

    async clear() {
      const { messages } = getState()
      change({ messages: [], hasMore: false })
      try {
        await api.call('clearConversation', { params: { id } })
      } catch {
        change({ messages })
        toasts.show({
          title: 'Error',
          description: 'Failed to clear messages. Please try again.',
          variant: 'destructive',
        })
        await load()
      }
    },

    async report(reason) {
      try {
        await api.call('reportUser', { body: { reportedUserId: partnerId, reason } })
        return true
      } catch {
        toasts.show({
          title: 'Report Failed',
          description: 'There was a problem submitting your report. Please try again.',
          variant: 'destructive',
        })
        return false
      }
    },

    [Symbol.dispose]() {
      for (const stop of stopListening) stop()
      if (typingStops) clearTimeout(typingStops)
      if (ownTypingStops) clearTimeout(ownTypingStops)
    },
  }
}
