import cluster, { type Worker } from 'node:cluster'
import { type FromWorker, type MetricsText, parseFromParent } from './worker-messages.ts'

/** A worker's side of the connection to its parent. */
export interface WorkerLink {
  readonly id: number
  /** Reports to the parent that this worker serves requests. */
  ready(url: string): void
  /** Sends this worker's metrics to the parent on request. Returns a function that reads those of all workers. */
  shareMetrics(readOwn: () => Promise<MetricsText>): () => Promise<MetricsText>
  /** Calls the listener when the parent asks this worker to stop, and when the parent has died. */
  onStop(listener: () => void): void
}

/** Returns the link to the parent; null in a process that is no worker. */
export function joinWorkers(worker: Worker | undefined = cluster.worker): WorkerLink | null {
  if (!worker) return null
  const asked = new Map<number, (metrics: MetricsText) => void>()
  const stopListeners: (() => void)[] = []
  let readMetrics: (() => Promise<MetricsText>) | null = null
  let requests = 0
  const send = (message: FromWorker) => void worker.send(message, () => undefined)
  const stop = () => {
    for (const listener of stopListeners) listener()
  }

  async function sendOwnMetrics(request: number) {
    const metrics = (await readMetrics?.().catch(() => null)) ?? null
    if (worker?.isConnected()) send({ rapport: 'own metrics', request, metrics })
  }

  worker.on('message', (received: unknown) => {
    const message = parseFromParent(received)
    if (message?.rapport === 'stop') stop()
    if (message?.rapport === 'send metrics') void sendOwnMetrics(message.request)
    if (message?.rapport === 'all metrics') {
      asked.get(message.request)?.(message.metrics)
      asked.delete(message.request)
    }
  })
  worker.on('disconnect', stop)
  return {
    id: worker.id,
    ready: (url) => send({ rapport: 'ready', url }),
    shareMetrics(readOwn) {
      readMetrics = readOwn
      return () => {
        requests += 1
        const answer = Promise.withResolvers<MetricsText>()
        asked.set(requests, answer.resolve)
        send({ rapport: 'collect metrics', request: requests })
        return answer.promise
      }
    },
    onStop: (listener) => void stopListeners.push(listener),
  }
}
