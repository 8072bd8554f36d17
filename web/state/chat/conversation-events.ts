import type { Message } from '#schema/chat.ts'
import type { LiveStream } from '../live/live-stream.ts'
import type { ConversationStore } from './conversation-state.ts'
import { isSame } from './messages.ts'
import type { Outbox } from './outbox.ts'
import type { PartnerTyping } from './partner-typing.ts'
import { withReceipt } from './receipts.ts'

interface ConversationEventsDeps {
  stream: Pick<LiveStream, 'on' | 'onReconnect' | 'connected'>
  conversation: { id: string; partnerId: string }
  store: ConversationStore
  outbox: Pick<Outbox, 'remove'>
  pages: { load(): Promise<void>; loadPartner(): Promise<void>; isRecalled(): boolean }
  partnerTyping: PartnerTyping
  markRead(): void
  addMessage(message: Message): void
}

/** Applies the events of the live stream to a conversation. Returns a function that stops this. */
export function followConversation(deps: ConversationEventsDeps): () => void {
  const { stream, store, outbox, pages, partnerTyping, markRead, addMessage } = deps
  const { id, partnerId } = deps.conversation

  function onMessage(message: Message) {
    if (message.conversationId !== id) return
    if (message.senderId === partnerId) {
      partnerTyping.set(false)
      markRead()
    }
    const own = store.getState().messages.find((one) => one.state !== 'sent' && isSame(one, message))
    if (own) outbox.remove(own.id)
    addMessage(message)
  }

  function onReconnect() {
    if (store.getState().status === 'ready') void pages.loadPartner()
    else void pages.load()
  }

  function onConnection() {
    const connected = stream.connected.getState()
    if (!connected) partnerTyping.set(false)
    store.change({ connected })
    if (connected && pages.isRecalled()) void pages.load()
  }

  const stops = [
    stream.on('new_chat_message', onMessage),
    ...(['typing_status', 'TYPING_EVENT'] as const).map((name) =>
      stream.on(name, (event) => {
        if (event.conversationId === id && event.userId === partnerId) partnerTyping.set(event.isTyping)
      }),
    ),
    stream.on('message_receipt', (receipt) => {
      if (receipt.conversationId !== id || receipt.userId !== partnerId) return
      store.change({ receipts: withReceipt(store.getState().receipts, receipt) })
    }),
    stream.on('USER_ONLINE', ({ userId }) => userId === partnerId && store.change({ partnerOnline: true })),
    stream.on('USER_OFFLINE', ({ userId }) => userId === partnerId && store.change({ partnerOnline: false })),
    stream.on('resync', () => void pages.load()),
    stream.onReconnect(onReconnect),
    stream.connected.subscribe(onConnection),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
