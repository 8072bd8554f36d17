/** Streams of a session that ended by time end within this, in milliseconds. */
const EVERY = 45_000
/** Sessions that are asked about at once. */
const PORTION = 500

export interface SessionSweep {
  /** Ends the streams of this node whose sessions have ended. */
  sweep(): Promise<void>
  start(): void
  [Symbol.asyncDispose](): Promise<void>
}

/** An expired session announces nothing, so its streams are looked for. */
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
    for (let start = 0; start < keys.length && !stopped; start += PORTION) {
      for (const key of await endedAmong(keys.slice(start, start + PORTION))) {
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
