import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../kit/redis-server.ts'
import type { Finding, Target } from './attack.ts'

export interface StartedServer extends Target {
  output: () => string
  stop(): Promise<void>
}

/** How long a start may take before it counts as neither refused nor done. */
const PATIENCE = 120_000

/**
 * Starts the server of a code directory, as an operator does. Null when it ends instead of serving; `told` then holds
 * what it printed.
 */
export async function startServer(
  directory: string,
  env: Record<string, string>,
): Promise<{ server: StartedServer | null; told: string }> {
  const port = String(await freePort())
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: directory,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      LOG_LEVEL: 'warn',
      PORT: port,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exited = once(child, 'exit').then(() => false)
  const ready = new Promise<boolean>((resolve) => {
    const gather = (chunk: Buffer) => {
      output += chunk.toString('utf8')
      if (output.includes('is ready.')) resolve(true)
    }
    child.stdout.on('data', gather)
    child.stderr.on('data', gather)
    setTimeout(() => resolve(false), PATIENCE).unref()
  })
  const isServing = await Promise.race([ready, exited])
  if (!isServing) {
    child.kill('SIGTERM')
    await exited
    return { server: null, told: output }
  }
  return {
    told: output,
    server: {
      url: `http://127.0.0.1:${port}`,
      output: () => output,
      async stop() {
        child.kill('SIGTERM')
        await exited
      },
    },
  }
}

/** Attacks that need their own start: settings that must be refused, and a copied database. */
export interface StartAttack {
  item: number
  name: string
  expected: string
  run(directory: string, dataDir: string): Promise<Finding>
}

export const START_ATTACKS: StartAttack[] = [
  {
    item: 2,
    name: 'start with a public PUBLIC_URL and no SMTP_URL',
    expected: 'does not start, and says why',
    async run(directory, dataDir) {
      const env = { DATA_DIR: dataDir, DEMO: 'off', PUBLIC_URL: 'https://rapport.example' }
      const { server, told } = await startServer(directory, env)
      await server?.stop()
      const says = told.includes('SMTP_URL') ? 'says SMTP_URL' : 'says nothing of it'
      return { seen: server ? 'starts' : `refuses, ${says}`, holds: !server && told.includes('SMTP_URL') }
    },
  },
  {
    item: 2,
    name: 'log in as the demo administrator of a database that is now public',
    expected: '401',
    async run(directory, dataDir) {
      // The data folder of the server attacked before, with its demo.
      const env = { DATA_DIR: dataDir, HOST: '0.0.0.0', SMTP_URL: 'smtp://127.0.0.1:1' }
      const { server } = await startServer(directory, env)
      if (!server) return { seen: 'does not start', holds: false }
      const answer = await fetch(`${server.url}/auth`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ userName: 'admin@demo.test', password: 'Demo-pass1!' }),
      })
      await server.stop()
      return { seen: String(answer.status), holds: answer.status === 401 }
    },
  },
]
