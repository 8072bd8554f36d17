export interface RepeatingJob {
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
  run,
  onError,
}: {
  /** In milliseconds. */
  every: number
  run(): Promise<unknown>
  onError(error: unknown): void
}): RepeatingJob {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<unknown> | null = null
  return {
    start() {
      timer = setInterval(() => {
        running ??= run()
          .catch(onError)
          .finally(() => {
            running = null
          })
      }, every)
      timer.unref()
    },
    async stop() {
      if (timer) clearInterval(timer)
      await running
    },
  }
}
