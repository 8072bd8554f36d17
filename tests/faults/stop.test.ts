import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDataFolder, type DataFolder } from '../kit/data-folder.ts'
import { registerLocally } from '../kit/local-member.ts'
import { call, type Person } from '../kit/person.ts'
import { freePort, type RedisServer, startRedis } from '../kit/redis-server.ts'
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts'

/** The level of warnings in the log. */
const WARNING = 40

let folder: DataFolder

beforeEach(async () => {
  folder = await createDataFolder({ isPrepared: true })
})

afterEach(() => folder.remove())

async function startByNpm(redis: RedisServer | null = null) {
  const env = {
    PORT: String(await freePort()),
    DATA_DIR: folder.path,
    DEMO: 'off',
    LOG_LEVEL: 'info',
    RATE_LIMIT_FACTOR: '1000',
    ...(redis ? { REDIS_URL: redis.url } : {}),
  }
  return startServerProcess(env, { command: ['npm', 'start'] })
}

const isGone = (url: string) =>
  call(url, 'GET', '/readyz').then(
    () => false,
    () => true,
  )

const logLines = (server: ServerProcess) =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { level: number; msg: string; reason?: string })

const stops = (server: ServerProcess) => logLines(server).filter(({ msg }) => msg === 'stopping')

/** Sends messages in both directions until the server answers no more. Returns how many it acknowledged. */
async function chat(url: string, interest: string, onSent: () => void) {
  const [asha, ben] = [await registerLocally(url, [interest]), await registerLocally(url, [interest])]
  for (const person of [asha, ben]) await (await person.stream()).next('ready')
  await asha.findMatch()
  const { conversation } = await ben.findMatch()
  const sendAll = async (person: Person) => {
    for (;;) {
      const sent = await person.send(conversation?.id ?? '', 'Still there?').catch(() => null)
      if (!sent) return
      onSent()
    }
  }
  return { ended: Promise.all([sendAll(asha), sendAll(ben)]) }
}

describe('npm start', () => {
  it.for(['in memory', 'on Redis'] as const)(
    'drains the server at SIGTERM, without a warning in the log, while members chat with live state %s',
    async (where, context) => {
      const redis = where === 'on Redis' ? await startRedis() : null
      if (where === 'on Redis' && !redis) context.skip('redis-server is not installed')
      const server = await startByNpm(redis)
      const { url } = await server.ready
      let sent = 0
      const pairs = await Promise.all(
        ['Chess', 'Jazz', 'Film'].map((interest) => chat(url, interest, () => (sent += 1))),
      )
      await expect.poll(() => sent).toBeGreaterThan(100)
      expect(await server.stop('SIGTERM')).toBe(0)
      await Promise.all(pairs.map(({ ended }) => ended))
      expect(logLines(server).filter(({ level }) => level >= WARNING)).toEqual([])
      expect(stops(server)).toMatchObject([{ reason: 'SIGTERM' }])
      expect(await isGone(url)).toBe(true)
      await redis?.stop()
    },
  )

  it('stops the server when npm is killed', async () => {
    const server = await startByNpm()
    const { url } = await server.ready
    server.child.kill('SIGKILL')
    await server.exited
    await expect.poll(() => isGone(url)).toBe(true)
    expect(stops(server)).toMatchObject([{ reason: 'its parent process ended' }])
  })
})
