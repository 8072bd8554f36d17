import type { Failures } from '#server/platform/logging/failure-log.ts'
import type { JobName } from '#server/platform/metrics/instruments.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { startTimer } from '#server/platform/metrics/start-timer.ts'

export interface RepeatingJob {
  /** Runs the job now, or joins the run that is under way. Failures are reported; it never rejects. */
  run(): Promise<void>
  start(): void
  /** Resolves once the current run has ended. */
  stop(): Promise<void>
}

interface Job {
  name: JobName
  /** In milliseconds. */
  every: number
  run(): Promise<unknown>
}

/**
 * Runs a job at an interval. Runs never overlap: when a run takes longer than the interval, the next one is skipped.
 * A failing run is logged with the name of the job, and does not stop later runs.
 */
export function createRepeatingJob(
  { metrics, failures }: { metrics: Metrics; failures: Pick<Failures, 'of'> },
  { name, every, run: runOnce }: Job,
): RepeatingJob {
  const onError = failures.of(name)
  const measured = createJobMeasure(metrics, name)
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null

  function run(): Promise<void> {
    running ??= measured(runOnce)
      .then(() => undefined, onError)
      .finally(() => {
        running = null
      })
    return running
  }

  return {
    run,
    start() {
      measured.started()
      timer = setInterval(() => void run(), every)
      timer.unref()
    },
    async stop() {
      if (timer) clearInterval(timer)
      await running
    },
  }
}

/** Returns a function that runs the job, times it and records whether it succeeded. */
function createJobMeasure(metrics: Metrics, task: JobName) {
  const duration = metrics.histogram('jobDuration', { task })
  const failed = metrics.counter('jobFailures', { task })
  const success = metrics.gauge('jobSuccess', { task })
  const succeeded = () => success(Date.now() / 1_000)
  async function measured(run: () => Promise<unknown>) {
    const seconds = startTimer()
    try {
      await run()
    } catch (error) {
      failed()
      throw error
    }
    duration(seconds())
    succeeded()
  }
  return Object.assign(measured, { started: succeeded })
}
