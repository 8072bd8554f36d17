import { mergeMetrics } from './merge-metrics.ts'
import type { FromParent, MetricsText } from './worker-messages.ts'

/** How long a worker may take to send its metrics, in milliseconds. Prometheus gives up after ten seconds. */
const ANSWER_WITHIN = 3_000

/** The part of a worker that is needed here. */
export interface MeasuredWorker {
  readonly id: number
  send(message: FromParent): void
}

export interface MetricsCollector {
  /** Returns the metrics of these workers together. One that does not answer in time counts as down. */
  collect(workers: readonly MeasuredWorker[]): Promise<MetricsText>
  /** Takes what a worker has sent. */
  receive(workerId: number, request: number, metrics: MetricsText | null): void
}

export function createMetricsCollector(answerWithin = ANSWER_WITHIN): MetricsCollector {
  const waiting = new Map<string, (metrics: MetricsText | null) => void>()
  let requests = 0

  function ask(worker: MeasuredWorker, request: number): Promise<MetricsText | null> {
    const key = `${worker.id} ${request}`
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(null), answerWithin)
      const settle = (metrics: MetricsText | null) => {
        clearTimeout(timer)
        waiting.delete(key)
        resolve(metrics)
      }
      waiting.set(key, settle)
      worker.send({ rapport: 'send metrics', request })
    })
  }

  return {
    async collect(workers) {
      requests += 1
      const request = requests
      const own = workers.map(async (worker) => ({
        worker: worker.id,
        metrics: await ask(worker, request),
      }))
      return mergeMetrics(await Promise.all(own))
    },
    receive(workerId, request, metrics) {
      waiting.get(`${workerId} ${request}`)?.(metrics)
    },
  }
}
