export interface InFlight {
  /** Counts the work until it ends, and returns it. */
  track<Result>(work: Promise<Result>): Promise<Result>
  /** Resolves once all tracked work has ended, and after `timeout` milliseconds at the latest. */
  settled(timeout: number): Promise<void>
}

/** Counts work that runs in the background, to wait for it before what it uses is closed. */
export function createInFlight(): InFlight {
  let running = 0
  let wake: (() => void) | null = null
  return {
    async track(work) {
      running += 1
      try {
        return await work
      } finally {
        running -= 1
        if (running === 0) wake?.()
      }
    },
    async settled(timeout) {
      if (running === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      const timer = setTimeout(resolve, timeout)
      await promise
      clearTimeout(timer)
      wake = null
    },
  }
}
