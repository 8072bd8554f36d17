/** Runs a task at an interval in milliseconds. Runs do not overlap, and a failed run does not stop the next. */
export function createTicker({
  every,
  run,
  onError,
}: {
  every: number
  run(): Promise<unknown>
  onError(error: unknown): void
}) {
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
