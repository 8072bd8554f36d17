import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findProgram } from './find-program.ts'
import { freePort } from './redis-server.ts'

export interface ReverseProxy {
  readonly url: string
  /** What it has logged, which says why a request failed. */
  output(): string
  stop(): Promise<void>
}

interface ProxyOptions {
  /** Logs why requests fail, with the addresses of clients. The deployed files do not. */
  logFailures?: boolean
}

interface ProxyProgram {
  readonly program: string
  /** Starts the program with the configuration of `deploy/` in front of three nodes, given as host and port. */
  start(program: string, nodes: readonly string[], port: number, options: ProxyOptions): Promise<ReverseProxy>
}

export const DEPLOY = resolve(import.meta.dirname, '../../deploy')

/** The reverse proxies with a configuration in `deploy/`. */
export const REVERSE_PROXIES = {
  nginx: { program: 'nginx', start: startNginx },
  HAProxy: { program: 'haproxy', start: startHaproxy },
} as const satisfies Record<string, ProxyProgram>

/** Starts a reverse proxy. Returns null where its program is not installed. @throws Error when it does not serve */
export async function startReverseProxy(
  name: keyof typeof REVERSE_PROXIES,
  nodes: readonly string[],
  options: ProxyOptions = {},
): Promise<ReverseProxy | null> {
  const { program, start } = REVERSE_PROXIES[name]
  const path = findProgram(program)
  return path === null ? null : start(path, nodes, await freePort(), options)
}

/** Replaces the files that an operator fills in: the address and the nodes. */
async function startNginx(
  program: string,
  nodes: readonly string[],
  port: number,
  { logFailures }: ProxyOptions,
): Promise<ReverseProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-nginx-'))
  const deployed = await readFile(join(DEPLOY, 'nginx/nginx.conf'), 'utf8')
  const used = logFailures
    ? deployed.replace('error_log /dev/null crit;', 'error_log stderr warn;')
    : deployed
  await writeFile(join(folder, 'nginx.conf'), used)
  const lines = (settings: string) => nodes.map((node) => `server ${node} ${settings};\n`).join('')
  await writeFile(join(folder, 'nodes.conf'), lines('max_fails=1 fail_timeout=2s'))
  await writeFile(join(folder, 'streams.conf'), lines('max_fails=0'))
  await writeFile(join(folder, 'listen.conf'), `listen 127.0.0.1:${port};\n`)
  const globals = `daemon off; pid ${join(folder, 'nginx.pid')};`
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', globals])
  return serving(child, port, () => rm(folder, { recursive: true }))
}

async function startHaproxy(program: string, nodes: readonly string[], port: number): Promise<ReverseProxy> {
  const named = nodes.map((node, index) => [`RAPPORT_NODE_${index + 1}`, node])
  const env = { RAPPORT_BIND: `127.0.0.1:${port}`, ...Object.fromEntries(named) }
  const child = spawn(program, ['-db', '-f', join(DEPLOY, 'haproxy/haproxy.cfg')], { env })
  return serving(child, port, async () => undefined)
}

async function serving(
  child: ChildProcess,
  port: number,
  cleanUp: () => Promise<void>,
): Promise<ReverseProxy> {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8')
    })
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  while (!(await answers(url)))
    if (child.exitCode !== null) throw new Error(`the proxy ended with ${child.exitCode}:\n${output}`)
  return {
    url,
    output: () => output,
    async stop() {
      child.kill()
      await exited
      await cleanUp()
    },
  }
}

const answers = (url: string) =>
  fetch(`${url}/readyz`).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => new Promise<boolean>((done) => setTimeout(() => done(false), 20)),
  )
