import type { Conversation } from '#schema/chat.ts'
import { createStore, type Store } from '../store.ts'
import { isOpen } from './about-conversation.ts'
import type { ChatMachine } from './chat-machine.ts'

/** An open chat that another one is to replace, while the member is asked. */
export interface Switch {
  from: Conversation
  to: Conversation
}

export interface ChatSwitch extends Store<Switch | null> {
  /** Leaves the open chat for good and opens the other one. */
  confirm(): void
  cancel(): void
}

/**
 * Adds a question to the chat machine: a member without a list of chats could not return to an open chat that another one
 * replaces, and its partner would write to an empty chair. With `keepsChats`, the other chat opens at once.
 */
export function createChatSwitch(
  machine: ChatMachine,
  keepsChats: () => boolean,
): { chat: ChatMachine; chatSwitch: ChatSwitch } {
  const { getState, setState, subscribe } = createStore<Switch | null>(null)
  const openChat = () => {
    const state = machine.getState()
    return state.phase === 'matched' && isOpen(state.conversation) ? state.conversation : null
  }
  return {
    chat: {
      ...machine,
      open(conversation) {
        const from = openChat()
        if (!from || from.id === conversation.id || keepsChats()) machine.open(conversation)
        else setState({ from, to: conversation })
      },
    },
    chatSwitch: {
      getState,
      subscribe,
      confirm() {
        const asked = getState()
        setState(null)
        if (!asked) return
        // The partner may have ended the chat before the answer.
        if (openChat()?.id === asked.from.id) void machine.resign()
        machine.open(asked.to)
      },
      cancel: () => setState(null),
    },
  }
}
