import { createStore, type Store, type WritableStore } from '../store.ts'
import type { ChatMachine } from './chat-machine.ts'

export interface ChatViewState {
  /** The member went back from the chat: the home screen is shown and the chat continues behind it. */
  isSetAside: boolean
  /** Counts the chats and searches that began. Each one brings the chat in front of an open page. */
  begun: number
}

export interface ChatView extends Store<ChatViewState> {
  /** Whether the chat is on screen. Messages that are not on screen are not marked as read. */
  readonly isOnScreen: WritableStore<boolean>
  setAside(): void
  bringBack(): void
}

/**
 * Adds a view to the chat machine: on screen or set aside. Opening a conversation, also the current one, brings it to
 * the front.
 */
export function createChatView(machine: ChatMachine): { chat: ChatMachine; view: ChatView } {
  const { getState, setState, subscribe } = createStore<ChatViewState>({ isSetAside: false, begun: 0 })
  const begin = () => setState({ isSetAside: false, begun: getState().begun + 1 })
  const setAside = (isSetAside: boolean) => {
    if (isSetAside !== getState().isSetAside) setState({ ...getState(), isSetAside })
  }

  let { phase } = machine.getState()
  machine.subscribe(() => {
    const before = phase
    phase = machine.getState().phase
    if (phase === before) return
    if (phase === 'searching') begin()
    if (phase === 'idle') setAside(false)
  })

  return {
    chat: {
      ...machine,
      open(conversation) {
        machine.open(conversation)
        begin()
      },
    },
    view: {
      getState,
      subscribe,
      isOnScreen: createStore(false),
      setAside: () => setAside(true),
      bringBack: () => setAside(false),
    },
  }
}
