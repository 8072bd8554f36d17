import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { run } from '#server/local/run.ts'
import { createDataFolder, type DataFolder } from '../kit/data-folder.ts'
import { call } from '../kit/person.ts'
import { freePort, startRedis } from '../kit/redis-server.ts'
import { startServerProcess } from '../kit/server-process.ts'

const ROOT = resolve(import.meta.dirname, '../..')

let folder: DataFolder

beforeEach(async () => {
  folder = await createDataFolder()
})

afterEach(() => folder.remove())

const settings = async () => ({ PORT: String(await freePort()), DATA_DIR: folder.path, DEMO: 'off' })

describe('a start', () => {
  it('ends in one sentence when the database cannot be reached', async () => {
    const DATABASE_URL = `postgres://rapport:hush@127.0.0.1:${await freePort()}/rapport`
    const server = startServerProcess({ ...(await settings()), DATABASE_URL, START_WAIT_SECONDS: '0' })
    expect(await server.exited).toBe(1)
    const address = DATABASE_URL.split('@')[1]
    expect(server.output()).toBe(
      `PostgreSQL at ${address} cannot be reached: the connection was refused. Start it, or correct DATABASE_URL.\n`,
    )
  })

  it('waits for a Redis that starts later', async (context) => {
    const port = await freePort()
    const server = startServerProcess({ ...(await settings()), REDIS_URL: `redis://127.0.0.1:${port}` })
    await expect.poll(() => server.output()).toContain(`Redis at 127.0.0.1:${port} cannot be reached`)
    const redis = await startRedis(port)
    if (!redis) {
      server.child.kill('SIGKILL')
      return context.skip('redis-server is not installed')
    }
    const { url } = await server.ready
    expect((await call(url, 'GET', '/readyz')).status).toBe(200)
    expect(await server.stop()).toBe(0)
    await redis.stop()
  })

  it('works from any folder and without Node in PATH and without HOME, as in a service unit', async () => {
    const command = [process.execPath, join(ROOT, 'scripts/start.mjs')]
    const server = startServerProcess(
      { ...(await settings()), PATH: '/usr/bin:/bin', HOME: '' },
      { command, cwd: '/' },
    )
    const { url } = await server.ready
    expect((await call(url, 'GET', '/readyz')).status).toBe(200)
    expect(await server.stop()).toBe(0)
  })

  it('reads .env in the folder of the project, where variables of the environment have precedence', async () => {
    const project = await mkdtemp(join(tmpdir(), 'rapport-env-'))
    await cp(join(ROOT, 'scripts/environment.mjs'), join(project, 'scripts/environment.mjs'))
    await writeFile(join(project, '.env'), 'PORT=4001\nHOST=0.0.0.0\n')
    const script = join(project, 'start.mjs')
    await writeFile(
      script,
      `import { enterProject } from './scripts/environment.mjs'
       enterProject()
       console.log(process.cwd(), process.env.PORT, process.env.HOST)`,
    )
    const { output } = await run('env', ['-C', '/', 'PORT=4002', process.execPath, script])
    expect(output).toBe(`${project} 4002 0.0.0.0`)
    await rm(project, { recursive: true })
  })

  it.each(['admin', 'check-config', 'backup', 'restore'])(
    'reads .env also for npm run %s, which would otherwise use another database',
    async (name) => {
      const project = await mkdtemp(join(tmpdir(), 'rapport-env-'))
      for (const script of ['command', 'environment', 'node-version'])
        await cp(join(ROOT, `scripts/${script}.mjs`), join(project, `scripts/${script}.mjs`))
      await writeFile(join(project, 'scripts/prepare.mjs'), 'export const prepare = () => undefined\n')
      const command = join(project, 'server/transports/command')
      await mkdir(command, { recursive: true })
      await writeFile(
        join(command, `${name}-command.ts`),
        'console.log(process.env.DATABASE_URL, process.argv.length)\n',
      )
      await writeFile(join(project, '.env'), 'DATABASE_URL=postgres://of.the.file/rapport\n')
      const { output } = await run('env', [
        '-u',
        'DATABASE_URL',
        process.execPath,
        `${project}/scripts/command.mjs`,
        name,
      ])
      expect(output).toBe('postgres://of.the.file/rapport 2')
      await rm(project, { recursive: true })
    },
  )
})
