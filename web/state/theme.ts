import { STORAGE_KEYS } from '../data/storage-keys.ts'
import { createStore, type Store } from './store.ts'

export type Theme = 'light' | 'dark'

export interface ThemeStore extends Store<Theme> {
  toggle(): void
}

/** theme.js has set the same before the first paint. */
export function createThemeStore(env: { storage: Storage; root: Pick<HTMLElement, 'dataset'> }): ThemeStore {
  const { getState, setState, subscribe } = createStore<Theme>(
    env.storage.getItem(STORAGE_KEYS.theme) === 'dark' ? 'dark' : 'light',
  )
  return {
    getState,
    subscribe,
    toggle() {
      const theme = getState() === 'dark' ? 'light' : 'dark'
      env.storage.setItem(STORAGE_KEYS.theme, theme)
      env.root.dataset.theme = theme
      setState(theme)
    },
  }
}
