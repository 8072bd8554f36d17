import cluster, { type Worker } from 'node:cluster'
import { createMetricsCollector, type MetricsCollector } from './collect-metrics.ts'
import { createRestarts } from './restarts.ts'
import { type FromParent, type FromWorker, parseFromWorker } from './worker-messages.ts'

export interface SupervisorDeps {
  count: number
  /** The program of the workers. */
  file: string
  env: Readonly<Record<string, string>>
  log: {
    info(details: object, message: string): void
    warn(details: object, message: string): void
    fatal(details: object, message: string): void
  }
}

export interface Supervisor {
  /** Resolves with the address once all workers serve requests. Rejects when the first one ends before. */
  readonly ready: Promise<string>
  /** Resolves with the exit code of the server once all workers have ended. */
  readonly ended: Promise<number>
  /** Asks all workers to finish their requests and to end. A second call ends them at once. */
  stop(): void
}

interface WorkerEnd {
  worker: number
  workerPid: number | undefined
  exitCode: number | null
  signal: string | null
}

const AGAIN_AND_AGAIN = 'workers end soon after their start, again and again: the server stops'

/** The workers cannot run. One that printed an error has said why. */
export class WorkerFailed extends Error {}

/**
 * Runs the workers of this machine, which share one port: the parent accepts connections and gives each worker its turn, so
 * streams are spread evenly. The first worker starts alone: a start that fails is reported once.
 */
export function superviseWorkers(deps: SupervisorDeps): Supervisor {
  const { count, log } = deps
  const restarts = createRestarts()
  const metrics = createMetricsCollector()
  const ready = Promise.withResolvers<string>()
  const ended = Promise.withResolvers<number>()
  const alive = new Set<Worker>()
  const readyIds = new Set<number>()
  let isReady = false
  let stopping = false
  let code = 0
  prepareForks(deps.file)

  function startWorker() {
    if (stopping) return
    const worker = forkWorker(deps.env, {
      receive,
      end(end, lifetime) {
        alive.delete(worker)
        readyIds.delete(worker.id)
        replace(end, lifetime)
      },
    })
    alive.add(worker)
  }

  function receive(worker: Worker, message: FromWorker) {
    if (message.rapport === 'own metrics') return metrics.receive(worker.id, message.request, message.metrics)
    if (message.rapport === 'collect metrics')
      return void sendMetrics(metrics, alive, { asking: worker, request: message.request })
    readyIds.add(worker.id)
    if (readyIds.size === 1 && !isReady) for (let index = 1; index < count; index += 1) startWorker()
    if (readyIds.size === count && !isReady) {
      isReady = true
      ready.resolve(message.url)
    }
  }

  function replace(end: WorkerEnd, lifetime: number) {
    if (stopping && end.exitCode !== 0) code = 1
    if (stopping) return endWhenEmpty()
    if (!isReady && readyIds.size === 0) return fail('the first worker ended before it was ready')
    const delay = restarts.after(lifetime)
    if (delay === null) {
      log.fatal(end, AGAIN_AND_AGAIN)
      return fail(AGAIN_AND_AGAIN)
    }
    if (end.exitCode === 0) log.info({ ...end, delay }, 'a worker ended; the next one starts')
    else log.warn({ ...end, delay }, 'a worker ended unexpectedly; the next one starts')
    setTimeout(startWorker, delay)
  }

  function fail(reason: string) {
    code = 1
    ready.reject(new WorkerFailed(reason))
    stop()
  }

  function endWhenEmpty() {
    if (alive.size === 0) ended.resolve(code)
  }

  function stop() {
    stopWorkers(alive, stopping)
    stopping = true
    endWhenEmpty()
  }

  ready.promise.catch(() => undefined)
  startWorker()
  return { ready: ready.promise, ended: ended.promise, stop }
}

/** A worker that has just died is noticed by its exit. */
const send = (worker: Worker, message: FromParent) => void worker.send(message, () => undefined)

function prepareForks(file: string) {
  cluster.schedulingPolicy = cluster.SCHED_RR
  cluster.setupPrimary({ exec: file, args: [] })
}

function stopWorkers(workers: ReadonlySet<Worker>, atOnce: boolean) {
  for (const worker of workers) {
    if (atOnce) worker.process.kill('SIGKILL')
    else if (worker.isConnected()) send(worker, { rapport: 'stop' })
  }
}

interface WorkerListeners {
  receive(worker: Worker, message: FromWorker): void
  /** Called with how long the worker lived, in milliseconds. */
  end(end: WorkerEnd, lifetime: number): void
}

function forkWorker(env: SupervisorDeps['env'], { receive, end }: WorkerListeners): Worker {
  const worker = cluster.fork({ ...env })
  const startedAt = performance.now()
  worker.on('message', (received: unknown) => {
    const message = parseFromWorker(received)
    if (message) receive(worker, message)
  })
  // A message to a worker that has just died.
  worker.on('error', () => undefined)
  worker.on('exit', (exitCode: number | null, signal: string | null) =>
    end(
      { worker: worker.id, workerPid: worker.process.pid, exitCode, signal },
      performance.now() - startedAt,
    ),
  )
  return worker
}

async function sendMetrics(
  collector: MetricsCollector,
  workers: ReadonlySet<Worker>,
  { asking, request }: { asking: Worker; request: number },
) {
  const connected = [...workers].filter((worker) => worker.isConnected())
  const metrics = await collector.collect(
    connected.map((worker) => ({ id: worker.id, send: (message) => send(worker, message) })),
  )
  if (asking.isConnected()) send(asking, { rapport: 'all metrics', request, metrics })
}
