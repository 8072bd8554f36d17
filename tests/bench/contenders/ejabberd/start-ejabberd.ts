import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SHARED_ENVIRONMENT } from '../../../kit/server-process.ts'
import type { MeasuredProcess, Usage } from '../measured-process.ts'

/** The launcher of Debian's package. It changes the user, so only the place of the libraries is read from it. */
const LAUNCHER = '/usr/sbin/ejabberdctl'
const READY_WITHIN = 60_000

/** Whether ejabberd is installed from Debian's package. Its processor time is read from /proc. */
export const hasEjabberd = () => existsSync(LAUNCHER)

interface EjabberdFiles {
  folder: string
  settings: string
  port: number
}

/** Starts ejabberd, and waits until it listens. @throws Error when it does not */
export async function startEjabberd({ folder, settings, port }: EjabberdFiles): Promise<MeasuredProcess> {
  const startedAt = performance.now()
  const arguments_ = ['+K', 'true', '-noinput', '-mnesia', 'dir', `"${folder}/mnesia"`, '-s', 'ejabberd']
  const child = spawn('erl', arguments_, {
    cwd: folder,
    stdio: 'ignore',
    env: {
      ...SHARED_ENVIRONMENT,
      HOME: folder,
      EJABBERD_CONFIG_PATH: settings,
      EJABBERD_LOG_PATH: `${folder}/ejabberd.log`,
      ERL_LIBS: /^ERL_LIBS='(.*)'/m.exec(readFileSync(LAUNCHER, 'utf8'))?.[1] ?? '',
    },
  })
  const exited = once(child, 'exit')
  const end = () => child.kill()
  process.once('exit', end)
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() - startedAt > READY_WITHIN)
      throw new Error(`ejabberd did not start:\n${readFileSync(`${folder}/ejabberd.log`, 'utf8')}`)
    await sleep(100)
  }
  const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  return {
    url: `xmpp://127.0.0.1:${port}`,
    startTime: performance.now() - startedAt,
    usage: async () => usageOf(child.pid ?? 0, ticksPerSecond),
    async stop() {
      process.off('exit', end)
      end()
      await exited
    },
  }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** Erlang's virtual machine is one process. It has no heap in the sense of V8. */
function usageOf(pid: number, ticksPerSecond: number): Usage {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  const [user, system] = [Number(fields[11]), Number(fields[12])]
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  return {
    cpu: ((user + system) / ticksPerSecond) * 1_000_000,
    rss: kilobytes * 1_024,
    heapUsed: 0,
    external: 0,
  }
}
