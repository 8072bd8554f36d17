export interface RepeatingJob {
  /** Runs the job now, or joins the run that is under way. Failures are reported; it never rejects. */
  run(): Promise<void>
  start(): void
  /** Resolves once the current run has ended. */
  stop(): Promise<void>
}

/**
 * Runs a job at an interval. Runs never overlap: when a run takes longer than the interval, the next one is skipped.
 * A failing run is reported and does not stop later runs.
 */
export function createRepeatingJob({
  every,
  run: runOnce,
  onError,
}: {
  /** In milliseconds. */
  every: number
  run(): Promise<unknown>
  onError(error: unknown): void
}): RepeatingJob {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null

  function run(): Promise<void> {
    running ??= runOnce()
      .then(() => undefined, onError)
      .finally(() => {
        running = null
      })
    return running
  }

  return {
    run,
    start() {
      timer = setInterval(() => void run(), every)
      timer.unref()
    },
    async stop() {
      if (timer) clearInterval(timer)
      await running
    },
  }
}
