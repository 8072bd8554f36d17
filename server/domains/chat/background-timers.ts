export interface BackgroundTimers {
  /** Runs work once, after a delay in milliseconds. */
  later(delay: number, work: () => Promise<unknown>): void
  /** Runs work after a delay, and again `every` milliseconds after each run has finished. */
  repeat(delay: number, every: number, work: () => Promise<unknown>): void
  /** Cancels what has not begun, and waits for what is running. */
  [Symbol.asyncDispose](): Promise<void>
}

export function createBackgroundTimers({ onError }: { onError(error: unknown): void }): BackgroundTimers {
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<unknown>>()

  function run(work: () => Promise<unknown>) {
    const done = work()
      .catch(onError)
      .finally(() => running.delete(done))
    running.add(done)
  }

  function later(delay: number, work: () => Promise<unknown>) {
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
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running)
      // Work that was running may have scheduled its next run.
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
