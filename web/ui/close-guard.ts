import { createContext, useRef } from 'react'

/** Asks before a dialog closes, and then calls `close` or nothing. */
type Ask = (close: () => void) => void

/** What asks before the dialog around it closes; empty while nothing in it would be lost. */
export const CloseGuards = createContext<Set<Ask> | null>(null)

/** Returns the guards of a dialog for the parts in it, and a function that closes it once they agree. */
export function useCloseGuards(close: (() => void) | undefined) {
  const guards = useRef(new Set<Ask>()).current
  return {
    guards,
    requestClose() {
      const [ask] = guards
      if (!close) return
      if (ask) ask(close)
      else close()
    },
  }
}
