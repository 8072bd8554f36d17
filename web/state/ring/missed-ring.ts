import type { SearchState } from '#schema/ring.ts'
import type { PageStorage } from '../../data/safe-storage.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import { createStore, type Store } from '../store.ts'

/** When the member missed a ring, until they dismiss that; null for none. */
export interface MissedRing extends Store<string | null> {
  dismiss(): void
}

export function createMissedRing({
  searchState,
  storage,
}: {
  searchState: Store<SearchState | null>
  storage: Pick<PageStorage, 'getItem' | 'setItem'>
}): MissedRing {
  const { getState, setState, subscribe } = createStore<string | null>(null)

  function follow() {
    const { searching, missedRingAt = null } = searchState.getState() ?? {}
    const isShown = !searching && missedRingAt !== storage.getItem(STORAGE_KEYS.ringMissed)
    setState(isShown ? missedRingAt : null)
  }

  searchState.subscribe(follow)
  follow()
  return {
    getState,
    subscribe,
    dismiss() {
      const missedAt = getState()
      if (missedAt) storage.setItem(STORAGE_KEYS.ringMissed, missedAt)
      setState(null)
    },
  }
}
