import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { assertPrivate } from './log-scan.ts'
import { TEST_SECRET_KEY } from './secret-key.ts'
import { clockOfThisRun } from './shifted-clock.ts'

export interface ServerProcess {
  readonly child: ChildProcess
  /** The output so far. */
  output(): string
  /** Resolves with the output once the server is ready; rejects when it ends before. */
  readonly ready: Promise<{ url: string }>
  readonly exited: Promise<number | null>
  /** Sends the signal and waits for the end. @throws Error when its log contained personal data */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

const ROOT = resolve(import.meta.dirname, '../..')

/** What every process that a test starts gets from this one: where programs are, the clock, and modules compiled once. */
export const SHARED_ENVIRONMENT = {
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  NODE_COMPILE_CACHE: resolve(ROOT, 'node_modules/.cache/rapport/compiled'),
  ...clockOfThisRun(),
}

/** Starts the server in a process of its own: directly, or by the command. */
export function startServerProcess(
  env: Record<string, string>,
  { command = [process.execPath, 'server/main.ts'], cwd = ROOT }: { command?: string[]; cwd?: string } = {},
): ServerProcess {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd,
    env: {
      ...SHARED_ENVIRONMENT,
      LOG_LEVEL: 'error',
      // A busy machine would make the server refuse requests.
      LOAD_SHEDDING: 'off',
      SECRET_KEY: TEST_SECRET_KEY,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const ready = new Promise<{ url: string }>((resolveReady, reject) => {
    const gather = (chunk: Buffer) => {
      output += chunk.toString('utf8')
      const url = /(http:\/\/\S+) is ready/.exec(output)?.[1]
      if (url) resolveReady({ url })
    }
    child.stdout.on('data', gather)
    child.stderr.on('data', gather)
    void exited.then((code) => reject(new Error(`the server ended with ${code}:\n${output}`)))
  })
  // A test that expects the process to end waits for `exited` instead.
  ready.catch(() => undefined)
  return {
    child,
    output: () => output,
    ready,
    exited,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      const code = await exited
      assertPrivate(output.split('\n').filter((line) => line.startsWith('{')))
      return code
    },
  }
}
