import type { PageStorage } from '../../data/safe-storage.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import { createStore, type Store } from '../store.ts'

/** Whether to show the safety notice for chats with someone new. It shows until the member dismisses it. */
export interface FirstChatNotice extends Store<boolean> {
  dismiss(): void
}

/** The number of members for whom one browser remembers the dismissal. */
const REMEMBERED = 10

export function createFirstChatNotice(storage: PageStorage, userId: string): FirstChatNotice {
  const members = () => (storage.getItem(STORAGE_KEYS.firstChat) ?? '').split(' ').filter((id) => id !== '')
  const { getState, setState, subscribe } = createStore(!members().includes(userId))
  return {
    getState,
    subscribe,
    dismiss() {
      const others = members().filter((id) => id !== userId)
      storage.setItem(STORAGE_KEYS.firstChat, [...others, userId].slice(-REMEMBERED).join(' '))
      setState(false)
    },
  }
}
