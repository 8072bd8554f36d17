import { endSession } from '../../data/end-session.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'

/** Ends sessions on the server that this browser has left already. */
export interface SessionEnding {
  /**
   * Ends a session now, and tries again until the server has answered. A later page goes on with it. Without a token, the
   * cookie names the session.
   */
  end(token: string | null): void
  /** Stops: a login has replaced the session of this browser. */
  stop(): void
}

/** Milliseconds before the second attempt; each further wait is twice as long. */
const FIRST_PAUSE = 2_000
const LONGEST_PAUSE = 30_000

export function createSessionEnding({
  fetch,
  storage,
}: {
  fetch: typeof globalThis.fetch
  storage: Pick<Storage, 'setItem' | 'removeItem'>
}): SessionEnding {
  let current = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  function stop() {
    current.abort()
    clearTimeout(timer)
    storage.removeItem(STORAGE_KEYS.ending)
  }

  async function attempt(token: string | null, signal: AbortSignal, pause: number) {
    const hasEnded = await endSession(fetch, token, signal)
    if (signal.aborted) return
    if (hasEnded) return stop()
    // The token itself is not stored: it would open the account to the next person at this device.
    storage.setItem(STORAGE_KEYS.ending, '1')
    timer = setTimeout(() => void attempt(token, signal, Math.min(2 * pause, LONGEST_PAUSE)), pause)
  }

  return {
    end(token) {
      stop()
      current = new AbortController()
      void attempt(token, current.signal, FIRST_PAUSE)
    },
    stop,
  }
}
