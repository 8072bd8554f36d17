import type { Store } from '../store.ts'

/** Returns whether the page is visible: not in a hidden tab, a minimized window or behind a locked screen. */
export const createPageVisibility = (
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>,
): Store<boolean> => ({
  getState: () => page.visibilityState === 'visible',
  subscribe(listener) {
    page.addEventListener('visibilitychange', listener)
    return () => page.removeEventListener('visibilitychange', listener)
  },
})
