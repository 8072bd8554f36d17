import type { PageStorage } from '../data/safe-storage.ts'
import { createStore, type Store } from './store.ts'

/** Whether to show a notice. It shows until the member dismisses it. */
export interface Notice extends Store<boolean> {
  dismiss(): void
}

/** The number of members for whom one browser remembers the dismissal. */
const REMEMBERED = 10

/** Returns the notice whose dismissals the storage keeps under `key`. */
export function createNotice(storage: PageStorage, key: string, userId: string): Notice {
  const members = () => (storage.getItem(key) ?? '').split(' ').filter((id) => id !== '')
  const { getState, setState, subscribe } = createStore(!members().includes(userId))
  return {
    getState,
    subscribe,
    dismiss() {
      const others = members().filter((id) => id !== userId)
      storage.setItem(key, [...others, userId].slice(-REMEMBERED).join(' '))
      setState(false)
    },
  }
}
