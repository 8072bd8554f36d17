import { createStore, type Store, type WritableStore } from '../store.ts'
import type { ChatMachine } from './chat-machine.ts'

export interface ChatViewState {
  /** Back was pressed in the chat: the home screen shows, and the chat goes on behind it. */
  isSetAside: boolean
  /** How many chats and searches were begun. Each comes to the front of any open page. */
  begun: number
}

export interface ChatView extends Store<ChatViewState> {
  /** Whether the chat is on screen. Messages that are not on screen are not marked as read. */
  readonly isOnScreen: WritableStore<boolean>
  setAside(): void
  bringBack(): void
}

/** Returns the chat together with where it stands. Opening a conversation brings it to the front, the current one as well. */
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
