/** How often streams of expired sessions are looked for, in milliseconds. */
const EVERY = 45_000
/** Sessions per query. */
const BATCH = 500

export interface SessionSweep {
  /** Ends the streams of this node whose sessions have ended. */
  sweep(): Promise<void>
  start(): void
  [Symbol.asyncDispose](): Promise<void>
}

/** Finds streams of expired sessions. No event is emitted when a session expires. */
export function createSessionSweep({
  live,
  endedAmong,
  onError,
}: {
  live: {
    openSessions(): { userId: string; sessionKey: string }[]
    endSessions(userId: string, sessionKeys: readonly string[]): Promise<void>
  }
  endedAmong(sessionKeys: readonly string[]): Promise<string[]>
  onError(error: unknown): void
}): SessionSweep {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let stopped = false

  async function all() {
    const userOf = new Map(live.openSessions().map(({ sessionKey, userId }) => [sessionKey, userId]))
    const keys = [...userOf.keys()]
    for (let start = 0; start < keys.length && !stopped; start += BATCH) {
      for (const key of await endedAmong(keys.slice(start, start + BATCH))) {
        const userId = userOf.get(key)
        if (userId) await live.endSessions(userId, [key])
      }
    }
  }

  function sweep(): Promise<void> {
    running ??= all()
      .catch(onError)
      .finally(() => {
        running = null
      })
    return running
  }

  return {
    sweep,
    start() {
      timer = setInterval(() => void sweep(), EVERY)
      timer.unref()
    },
    async [Symbol.asyncDispose]() {
      stopped = true
      if (timer) clearInterval(timer)
      await running
    },
  }
}
