export interface BackgroundTimers {
  /** Runs work once, after a delay in milliseconds. */
  later(delay: number, work: () => Promise<unknown>): void
  /** Runs work after a delay, and again `every` milliseconds after each run has finished. */
  repeat(delay: number, every: number, work: () => Promise<unknown>): void
  /** Cancels what has not begun, and waits for what is running. No work begins afterwards. */
  [Symbol.asyncDispose](): Promise<void>
}

export function createBackgroundTimers({ onError }: { onError(error: unknown): void }): BackgroundTimers {
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<unknown>>()
  let stopped = false

  function run(work: () => Promise<unknown>) {
    const done = work()
      .catch(onError)
      .finally(() => running.delete(done))
    running.add(done)
  }

  function later(delay: number, work: () => Promise<unknown>) {
    if (stopped) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      run(work)
    }, delay)
    timer.unref()
    timers.add(timer)
  }

  function repeat(delay: number, every: number, work: () => Promise<unknown>) {
    later(delay, async () => {
      await work().catch(onError)
      repeat(every, every, work)
    })
  }

  return {
    later,
    repeat,
    async [Symbol.asyncDispose]() {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}
