import type { User } from '#schema/account.ts'
import { isVisible } from '#schema/visible.ts'
import type { ToastStore } from '../toasts.ts'
import { nothingToSendTo } from './about-conversation.ts'
import type { ConversationStore } from './conversation-state.ts'
import { optimistic, type ShownMessage } from './messages.ts'
import type { Outbox } from './outbox.ts'
import type { OwnTyping } from './own-typing.ts'

interface MessageSendingDeps {
  conversationId: string
  me: Pick<User, 'id' | 'displayName'>
  store: ConversationStore
  outbox: Pick<Outbox, 'add' | 'change' | 'remove' | 'flush'>
  toasts: Pick<ToastStore, 'show'>
  ownTyping: Pick<OwnTyping, 'stop'>
  /** Whether the conversation is open and on screen. */
  isActive(): boolean
  now(): number
  newKey(): string
}

export interface MessageSending {
  send(text: string): Promise<void>
  retry(id: string): Promise<void>
  /** Sends a message with contact details after its sender confirmed it. */
  confirm(id: string): Promise<void>
  /** Removes a message that was not delivered. Returns its text. */
  discard(id: string): string
}

export function createMessageSending(deps: MessageSendingDeps): MessageSending {
  const { conversationId, me, store, outbox, toasts, ownTyping, now, newKey } = deps
  const { getState, change, changeMessage, findMessage } = store

  /** Returns false and shows why when the chat has ended or is no longer on screen. */
  function canSend() {
    const isActive = deps.isActive()
    if (!isActive) toasts.show(nothingToSendTo())
    return isActive
  }

  /** Keeps a message on screen, where the member can read and copy it. */
  function keepUnsent(message: ShownMessage) {
    const failed: ShownMessage = { ...message, state: 'failed' }
    outbox.change(failed)
    changeMessage(message.id, failed)
  }

  return {
    async send(text) {
      const trimmed = text.trim()
      if (!isVisible(trimmed) || !canSend()) return
      ownTyping.stop()
      const message = optimistic(conversationId, me, trimmed, { key: newKey(), time: now() })
      change({ messages: [...getState().messages, message] })
      await outbox.add(message)
    },

    async retry(id) {
      const failed = findMessage(id)
      if (failed?.state !== 'failed' && failed?.state !== 'waiting') return
      if (!canSend()) return keepUnsent(failed)
      if (failed.state === 'waiting') return outbox.flush()
      changeMessage(id, { state: 'sending' })
      await outbox.add({ ...failed, state: 'sending' })
    },

    async confirm(id) {
      const message = findMessage(id)
      if (message?.state !== 'unconfirmed') return
      if (!canSend()) return keepUnsent(message)
      const confirmed = { ...message, state: 'sending', confirmed: true } as const
      changeMessage(id, confirmed)
      await outbox.add(confirmed)
    },

    discard(id) {
      const text = findMessage(id)?.message ?? ''
      outbox.remove(id)
      change({ messages: getState().messages.filter((one) => one.id !== id) })
      return text
    },
  }
}
