/** Runs something again and again, never twice at once; a run that fails is told of, and the next one comes. */
export function createRepeatingJob({
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
