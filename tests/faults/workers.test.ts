import { describe, expect, inject, it } from 'vitest'
import { run } from '#server/local/run.ts'
import { annotateFigures } from '../kit/annotate-figures.ts'
import { createTestDatabase } from '../kit/database.ts'
import { freePort, startRedis } from '../kit/redis-server.ts'
import { startServerProcess } from '../kit/server-process.ts'
import { runFailover } from './campaign/failover.ts'

const metricsOf = async (url: string) => (await fetch(`${url}/metrics`)).text()
/** The ids of the workers that answer a scrape. */
const workersOf = async (url: string) =>
  [...(await metricsOf(url)).matchAll(/^rapport_worker_up\{worker="(\d+)"\} 1$/gm)].map(([, id]) => id)

async function firstChildOf(parent: number | undefined): Promise<number> {
  const { output } = await run('ps', ['-A', '-o', 'pid=,ppid='])
  const children = output
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, of]) => (of === parent && pid ? [pid] : []))
  if (!children[0]) throw new Error('the server has no workers')
  return children[0]
}

describe('two workers under load, when one is killed', () => {
  it('lose no message, reconnect the streams and start a worker in its place', async (context) => {
    const redis = await startRedis()
    if (!redis) return context.skip('redis-server is not installed')
    try {
      const result = await runFailover({
        nodes: [{ REDIS_URL: redis.url, WORKERS: '2', PORT: String(await freePort()) }],
        async strike({ processes: [server], urls: [url = ''] }) {
          expect(await workersOf(url)).toEqual(['1', '2'])
          process.kill(await firstChildOf(server?.child.pid), 'SIGKILL')
          // The next worker has the next number.
          await expect.poll(async () => (await workersOf(url).catch(() => [])).at(-1)).toBe('3')
          expect(await workersOf(url)).toHaveLength(2)
        },
      })
      const { lost, twice, untold, disordered } = result
      expect({ lost, twice, untold, disordered }, result.outputs.join()).toEqual({
        lost: [],
        twice: [],
        untold: [],
        disordered: [],
      })
      expect(result.outputs.join()).toContain('a worker ended unexpectedly')
      expect(Math.max(...result.receivers.map(({ counts }) => counts.connections))).toBeGreaterThan(1)
      await annotateFigures(context, { messages: result.acknowledged, lost: lost.length })
    } finally {
      await redis.stop()
    }
  })
})

describe('WORKERS', () => {
  const start = async (more: Record<string, string>) => {
    const database = await createTestDatabase()
    const server = startServerProcess({
      PORT: '0',
      DATABASE_URL: database.url,
      NODE_ENV: 'test',
      WORKERS: '2',
      PROOF_OF_WORK: 'off',
      ...more,
    })
    return { server, database }
  }

  it('serve one port with one line when all are ready, warn once of missing TOMBSTONES, and end after a signal', async (context) => {
    const redisUrl = inject('redisUrl')
    if (!redisUrl) return context.skip('redis-server is not installed')
    const { server, database } = await start({ REDIS_URL: redisUrl, LOG_LEVEL: 'info' })
    const { url } = await server.ready
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const text = await metricsOf(url)
    for (const worker of ['1', '2']) expect(text).toContain(`rapport_streams{worker="${worker}"} 0`)
    expect(text.match(/# TYPE rapport_streams /g)).toHaveLength(1)
    process.kill(await firstChildOf(server.child.pid), 'SIGTERM')
    await expect.poll(async () => (await workersOf(url).catch(() => [])).at(-1)).toBe('3')
    expect(await server.stop('SIGTERM')).toBe(0)
    for (const once of [/is ready/g, /Warning: TOMBSTONES is not set/g])
      expect(server.output().match(once)).toHaveLength(1)
    // The worker that was stopped alone, and the two at the end.
    expect(server.output().match(/"msg":"stopping"/g)).toHaveLength(3)
    expect(server.output()).not.toMatch(/"level":[456]0/)
    await database[Symbol.asyncDispose]()
  })

  it('replace a worker that dies while Redis is away, once Redis is back', async (context) => {
    const redis = await startRedis()
    if (!redis) return context.skip('redis-server is not installed')
    const { server, database } = await start({ REDIS_URL: redis.url })
    const { url } = await server.ready
    await redis.stop()
    process.kill(await firstChildOf(server.child.pid), 'SIGKILL')
    await expect.poll(() => server.output()).toContain('The start waits')
    const again = await startRedis(Number(new URL(redis.url).port))
    await expect.poll(async () => (await workersOf(url).catch(() => [])).at(-1)).toBe('3')
    expect(await server.stop('SIGTERM')).toBe(0)
    await again?.stop()
    await database[Symbol.asyncDispose]()
  })

  it('end with 1 when one of them is killed while they stop', async (context) => {
    const redisUrl = inject('redisUrl')
    if (!redisUrl) return context.skip('redis-server is not installed')
    const { server, database } = await start({ REDIS_URL: redisUrl, LOG_LEVEL: 'info' })
    await server.ready
    const frozen = await firstChildOf(server.child.pid)
    process.kill(frozen, 'SIGSTOP')
    const stopped = server.stop('SIGTERM')
    // The other worker says so.
    await expect.poll(() => server.output()).toContain('"msg":"stopping"')
    process.kill(frozen, 'SIGKILL')
    expect(await stopped).toBe(1)
    await database[Symbol.asyncDispose]()
  })

  it('end with one sentence when the first worker cannot start', async (context) => {
    const redisUrl = inject('redisUrl')
    if (!redisUrl) return context.skip('redis-server is not installed')
    const port = new URL(redisUrl).port
    const { server, database } = await start({ REDIS_URL: redisUrl, PORT: port })
    expect(await server.exited).toBe(1)
    expect(server.output().match(new RegExp(`Port ${port} is in use`, 'g'))).toHaveLength(1)
    expect(server.output()).not.toMatch(/^\s+at /m)
    await database[Symbol.asyncDispose]()
  })
})
