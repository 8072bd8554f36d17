import type { Searching } from '#schema/chat.ts'
import type { SearchState } from '#schema/ring.ts'
import type { WritableStore } from '../store.ts'

/** Returns how to keep the state of the search up to date from polls, which say less than the other answers. */
export const followPolls =
  ({ getState, setState }: WritableStore<SearchState | null>) =>
  ({ waitingSeconds, ringUntil = null, comeUntil = null }: Searching) => {
    const before = getState()
    const isSame = before?.searching && before.ringUntil === ringUntil && before.comeUntil === comeUntil
    if (!isSame)
      setState({ ...before, searching: true, waitingSeconds, ringUntil, comeUntil, missedRingAt: null })
  }
