import type { PageStorage } from '../data/safe-storage.ts'
import { STORAGE_KEYS } from '../data/storage-keys.ts'
import { createStore, type Store } from './store.ts'

export type Theme = 'light' | 'dark'

export interface ThemeStore extends Store<Theme> {
  toggle(): void
  /** Shows the stored theme, for example after another tab changed it. */
  follow(): void
}

export interface ThemeEnv {
  storage: PageStorage
  root: Pick<HTMLElement, 'dataset'>
  /** Whether the system prefers dark. It applies until the member chooses a theme. */
  systemDark: Pick<MediaQueryList, 'matches' | 'addEventListener'>
}

/**
 * Holds the stored theme, else the system's preference, else light. public/theme.js applies the same rule before the first
 * paint: a dark page must not flash white. For a member it also marks the page; CSS then hides what visitors read until the
 * member's own page has loaded.
 */
export function createThemeStore({ storage, root, systemDark }: ThemeEnv): ThemeStore {
  const current = (): Theme => {
    const dark = (storage.getItem(STORAGE_KEYS.theme) ?? (systemDark.matches ? 'dark' : '')) === 'dark'
    return dark ? 'dark' : 'light'
  }
  const { getState, setState, subscribe } = createStore(current())
  function follow() {
    const theme = current()
    root.dataset.theme = theme
    setState(theme)
  }
  systemDark.addEventListener('change', follow)
  // The preference may have changed since the first paint.
  follow()
  return {
    getState,
    subscribe,
    follow,
    toggle() {
      storage.setItem(STORAGE_KEYS.theme, getState() === 'dark' ? 'light' : 'dark')
      follow()
    },
  }
}
