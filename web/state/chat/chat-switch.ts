import type { Conversation } from '#schema/chat.ts'
import { createStore, type Store } from '../store.ts'
import { isTalking, partnerName } from './about-conversation.ts'
import type { ChatMachine } from './chat-machine.ts'

/** An open chat that another one is to replace, while the member is asked. */
export interface Switch {
  from: Conversation
  /** The name of the partner in the other chat. */
  to: string
}

export interface ChatSwitch extends Store<Switch | null> {
  /** Calls `open`, which opens another chat, at once or after the member has agreed to leave the open one. */
  before(partnerName: string, open: () => void): void
  /** Opens a conversation, and leaves the open chat for good if the member could not return to it. */
  replace(conversation: Conversation): void
  confirm(): void
  cancel(): void
}

/**
 * Adds a question to the chat machine: a member without a list of chats could not return to an open chat that another one
 * replaces, and its partner would write to an empty chair. With `keepsChats`, the other chat opens at once. A chat that
 * waits for an answer goes on waiting.
 */
export function createChatSwitch(
  machine: ChatMachine,
  keepsChats: () => boolean,
): { chat: ChatMachine; chatSwitch: ChatSwitch } {
  const { getState, setState, subscribe } = createStore<Switch | null>(null)
  let open: (() => void) | null = null
  /** Returns the chat that would be lost. */
  const lostChat = () => {
    const state = machine.getState()
    return state.phase === 'matched' && isTalking(state.conversation) && !keepsChats()
      ? state.conversation
      : null
  }

  function before(to: string, then: () => void) {
    const from = lostChat()
    if (!from) return then()
    open = then
    setState({ from, to })
  }

  function replace(conversation: Conversation) {
    // The partner may have ended the chat before the answer.
    const from = lostChat()
    if (from && from.id !== conversation.id) void machine.resign()
    machine.open(conversation)
  }

  function answer(then: (() => void) | null) {
    open = null
    setState(null)
    then?.()
  }

  return {
    chat: {
      ...machine,
      open(conversation) {
        if (lostChat()?.id === conversation.id) machine.open(conversation)
        else before(partnerName(conversation), () => replace(conversation))
      },
    },
    chatSwitch: {
      getState,
      subscribe,
      before,
      replace,
      confirm: () => answer(open),
      cancel: () => answer(null),
    },
  }
}
