interface LeadershipDeps {
  locks: LockManager
  /** The name of the lock. The tab that holds it reads the stream. */
  name: string
  /** Ends the leadership, and the wait for it. */
  signal: AbortSignal
  /** Reads the stream until the signal aborts. */
  lead(signal: AbortSignal): Promise<void>
  /** Another tab has taken over. This one waits for the lock again. */
  onLost(): void
}

export interface Leadership {
  isLeader(): boolean
  /** Takes the lock from a tab that is silent. */
  takeOver(): void
}

/** Waits for the lock and reads the stream while this tab holds it. */
export function createLeadership({ locks, name, signal, lead, onLost }: LeadershipDeps): Leadership {
  let attempt = new AbortController()
  let isLeader = false

  function request({ steal }: { steal: boolean }) {
    // Removes a waiting request from the queue, and ends the stream of a lock that was lost.
    attempt.abort()
    attempt = new AbortController()
    isLeader = false
    const ended = AbortSignal.any([signal, attempt.signal])
    const read = async () => {
      if (ended.aborted) return
      isLeader = true
      await lead(ended)
    }
    locks.request(name, steal ? { steal } : { signal: ended }, read).catch(() => {
      if (ended.aborted) return
      // A browser that blocks site data refuses locks too: each tab reads its own stream then.
      if (!isLeader) return read()
      request({ steal: false })
      onLost()
    })
  }

  request({ steal: false })
  return {
    isLeader: () => isLeader,
    takeOver() {
      if (!isLeader && !signal.aborted) request({ steal: true })
    },
  }
}
