import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { SHARED_ENVIRONMENT } from '../../kit/server-process.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const PROBE = pathToFileURL(resolve(import.meta.dirname, 'probe.ts')).href

const usageModel = z.object({
  /** Processor time so far, in microseconds. */
  cpu: z.number(),
  /** Memory in bytes. */
  rss: z.number(),
  heapUsed: z.number(),
  external: z.number(),
})
export type Usage = z.output<typeof usageModel>

export interface MeasuredProcess {
  readonly url: string
  /** From the start of the process until it said that it is ready, in milliseconds. */
  readonly startTime: number
  usage(options?: { collect?: boolean }): Promise<Usage>
  stop(): Promise<void>
}

/** The options of Node that write a profile of each server process to the folder of PROFILE_DIR, if it is set. */
const profiling = (folder: string | undefined) =>
  folder ? ['--cpu-prof', `--cpu-prof-dir=${resolve(folder)}`] : []

/** Starts a server that prints "<address> is ready", and waits for it. @throws Error with its output when it ends before */
export async function startMeasuredProcess(
  file: string,
  env: Record<string, string>,
  nodeOptions: readonly string[] = [],
): Promise<MeasuredProcess> {
  const startedAt = performance.now()
  const child = fork(resolve(ROOT, file), {
    cwd: ROOT,
    execArgv: [...nodeOptions, '--expose-gc', '--import', PROBE, ...profiling(process.env.PROFILE_DIR)],
    env: {
      NODE_ENV: 'production',
      // As the server is started in production: docs/operations/memory.md.
      MALLOC_MMAP_THRESHOLD_: '1048576',
      ...SHARED_ENVIRONMENT,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const exited = once(child, 'exit')
  const url = await untilReady(child, exited)
  return {
    url,
    startTime: performance.now() - startedAt,
    async usage({ collect = false } = {}) {
      const answer = once(child, 'message')
      child.send(collect ? 'collect' : 'look')
      const ended = exited.then(() => Promise.reject(new Error(`${file} ended while it was measured`)))
      const [usage] = await Promise.race([answer, ended])
      return usageModel.parse(usage)
    },
    async stop() {
      child.kill()
      await exited
    },
  }
}

function untilReady(child: ChildProcess, exited: Promise<unknown>): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    const gather = (chunk: Buffer) => {
      output += chunk.toString('utf8')
      const url = /(http:\/\/\S+) is ready/.exec(output)?.[1]
      if (url) resolve(url)
    }
    child.stdout?.on('data', gather)
    child.stderr?.on('data', gather)
    void exited.then(() => reject(new Error(`the server ended early:\n${output}`)))
  })
}
