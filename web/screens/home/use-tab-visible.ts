import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** What moves by itself stops while nobody sees it. */
export const useTabVisible = () =>
  useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
