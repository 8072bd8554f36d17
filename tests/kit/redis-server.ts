import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { withRealClock } from './shifted-clock.ts'

export interface RedisServer {
  readonly url: string
  /** Sends a signal without waiting for its effect. */
  signal(signal: NodeJS.Signals): void
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Below the range of ports for outgoing connections, which could take one before the server does. */
const PORTS = { from: 10_000, to: 30_000 }

/** Returns a port of the loopback interface that is free now. */
export async function freePort(): Promise<number> {
  const port = randomInt(PORTS.from, PORTS.to)
  return (await isFree(port)) ? port : freePort()
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/**
 * Starts a Redis for this run, in memory. Returns null where redis-server is not installed. @throws Error when it is
 * installed and ends before it is ready
 */
export async function startRedis(onPort?: number): Promise<RedisServer | null> {
  const port = onPort ?? (await freePort())
  return startRedisProcess(port, ['--databases', '256'])
}

/** Starts a Redis with further arguments, or with a configuration file as the first. Null where it is not installed. */
export async function startRedisProcess(port: number, args: readonly string[]): Promise<RedisServer | null> {
  const [first = ''] = args
  const file = first.startsWith('--') ? [] : [first]
  const child = spawn(
    'redis-server',
    [
      ...file,
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      // A replica stores what it loads from its primary: in a file of its own, which it removes again.
      '--dir',
      tmpdir(),
      '--dbfilename',
      `rapport-${port}.rdb`,
      '--rdb-del-sync-files',
      'yes',
      ...args.slice(file.length),
    ],
    // It compares its times with its own clock alone, and its allocator does not bear another one.
    { stdio: ['ignore', 'pipe', 'ignore'], env: withRealClock() },
  )
  const exited = once(child, 'exit').catch(() => undefined)
  const isInstalled = await once(child, 'spawn').then(
    () => true,
    () => false,
  )
  if (!isInstalled) return null
  await untilReady(child)
  return {
    url: `redis://127.0.0.1:${port}`,
    signal: (signal) => void child.kill(signal),
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await exited
    },
  }
}

async function untilReady(child: ChildProcess): Promise<void> {
  let output = ''
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk)
    if (/Ready to accept connections|Sentinel ID is/.test(output)) {
      child.stdout?.resume()
      return
    }
  }
  throw new Error(`redis-server ended before it was ready: ${output.trim()}`)
}
