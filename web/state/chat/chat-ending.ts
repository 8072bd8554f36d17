import { t } from '@lingui/core/macro'
import type { ToastStore } from '../toasts.ts'
import { isWaiting } from './about-conversation.ts'
import { type ChatStateStore, openChatOf } from './chat-state.ts'
import type { MatchMemory } from './match-memory.ts'

interface ChatEndingDeps {
  store: ChatStateStore
  memory: MatchMemory
  toasts: Pick<ToastStore, 'show'>
}

const endedOffline = () => t`This chat ended while you were offline. Click 'Find Match' to meet someone new.`

/** Ends the chat on screen, keeps it there, and tells the member why in a toast. */
export function createChatEnding({ store, memory, toasts }: ChatEndingDeps) {
  /** Returns false when the conversation is not on screen or has ended already. */
  function end(conversationId: string, left: { userActive: false } | { partnerActive: false }): boolean {
    const chat = openChatOf(store.getState(), conversationId)
    if (!chat) return false
    memory.forget()
    const { awaitsAnswer: _, awaitsAnswerUntil: __, ...ended } = { ...chat.conversation, ...left }
    store.setState({ ...chat, conversation: ended, isNewMatch: false })
    return true
  }

  function byPartner(conversationId: string, description: string) {
    if (end(conversationId, { partnerActive: false }))
      toasts.show({ title: t`Partner disconnected`, description })
  }

  /** The partner has not accepted in time. */
  function unanswered(conversationId: string) {
    if (end(conversationId, { userActive: false }))
      toasts.show({
        title: t`This invitation is over`,
        description: t`Click 'Find Match' to meet someone new.`,
      })
  }

  return {
    byPartner: (conversationId: string) =>
      byPartner(conversationId, t`Click 'Find Match' to meet someone new.`),
    /** The chat ended while this page had no connection. The server does not say who left. */
    whileOffline(conversationId: string) {
      const chat = openChatOf(store.getState(), conversationId)
      if (chat && isWaiting(chat.conversation)) unanswered(conversationId)
      else byPartner(conversationId, endedOffline())
    },
    /** The server ended the chat because this member was disconnected for too long. */
    byDisconnect(conversationId: string) {
      if (end(conversationId, { userActive: false }))
        toasts.show({ title: t`Chat ended`, description: endedOffline() })
    },
  }
}

export type ChatEnding = ReturnType<typeof createChatEnding>
