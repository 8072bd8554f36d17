import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Returns whether the tab is visible. Animations pause while it is hidden. */
export const useTabVisible = () =>
  useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
