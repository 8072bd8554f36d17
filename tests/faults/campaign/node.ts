import { freePort } from '../../kit/redis-server.ts'
import { type ServerProcess, startServerProcess } from '../../kit/server-process.ts'
import { pause } from './random.ts'

export interface CampaignNode {
  readonly url: string
  /** Kills the process, and starts the next after the given milliseconds. Resolves once that is ready. */
  restart(signal: 'SIGKILL' | 'SIGTERM', after: number): Promise<void>
  /** How often a process ended without a fault. */
  crashes(): number
  errors(): string[]
  stop(): Promise<void>
}

/** A server process that is started again whenever it ends, as by a supervisor. */
export async function startCampaignNode(env: Record<string, string>): Promise<CampaignNode> {
  const port = await freePort()
  const outputs: string[] = []
  let crashed = 0
  let stopped = false
  let expected = false
  let current: ServerProcess
  let serving: Promise<void>

  function launch(): Promise<void> {
    const started = startServerProcess({ ...env, PORT: String(port) })
    current = started
    expected = false
    void started.exited.then(() => {
      outputs.push(started.output())
      if (expected || stopped) return
      // Includes a process that finds no database when it starts: a supervisor retries it.
      if (started.output().includes('is ready')) crashed += 1
      serving = pause(500).then(() => (stopped ? undefined : launch()))
    })
    // The next start follows a failed one.
    return started.ready.then(
      () => undefined,
      async () => {
        await pause(600)
        if (!stopped) await serving
      },
    )
  }
  serving = launch()
  await serving
  return {
    url: `http://127.0.0.1:${port}`,
    async restart(signal, after) {
      await serving
      expected = true
      await current.stop(signal)
      await pause(after)
      serving = launch()
      await serving
    },
    crashes: () => crashed,
    errors: () =>
      [...outputs, current.output()]
        .flatMap((output) => output.split('\n'))
        .filter((line) => line.includes('"level":50') || line.includes('"level":60')),
    async stop() {
      stopped = true
      await serving.catch(() => undefined)
      await current.stop('SIGTERM')
    },
  }
}
