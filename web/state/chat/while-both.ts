import type { Store } from '../store.ts'

/** Returns a store that is true while both stores are true. */
export const whileBoth = (first: Store<boolean>, second: Store<boolean>): Store<boolean> => ({
  getState: () => first.getState() && second.getState(),
  subscribe(listener) {
    const stops = [first.subscribe(listener), second.subscribe(listener)]
    return () => {
      for (const stop of stops) stop()
    }
  },
})
