import { type Logger, pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messagePage } from '#schema/chat.ts'
import { openDatabase } from '#server/platform/postgres/index.ts'
import { startNode, type TestApp } from '../../kit/app.ts'
import { createTestClock } from '../../kit/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts'
import { call, pair } from '../../kit/person.ts'
import { type RedisServer, startRedis } from '../../kit/redis-server.ts'
import { openTcpProxy, type TcpProxy } from '../../kit/tcp-proxy.ts'
import { useStarted } from '../../kit/use-started.ts'

const patience = { timeout: 60_000 }

interface Line {
  level: number
  msg: string
}

function createLineLog(): { log: Logger; lines: Line[] } {
  const lines: Line[] = []
  return {
    lines,
    log: pino({ level: 'warn' }, { write: (text: string) => void lines.push(JSON.parse(text)) }),
  }
}

const unavailable = {
  status: 503,
  body: {
    code: 'UNAVAILABLE',
    message: 'We had a short interruption. Please try again in a few seconds.',
  },
}

const stored = async (person: { call: TestCall }, id: string) =>
  messagePage
    .parse((await person.call('POST', '/api/v1/messages', { id, size: 100 })).body)
    .elements.map(({ message }) => message)
type TestCall = (method: string, path: string, body?: unknown) => Promise<{ body: unknown }>

describe('while PostgreSQL cannot be reached', () => {
  const database = useStarted(createTestDatabase)
  let proxy: TcpProxy
  let node: TestApp
  const { log, lines } = createLineLog()
  const clock = createTestClock()

  beforeAll(async () => {
    proxy = await openTcpProxy(database.url)
    node = await startNode({ databaseUrl: proxy.url, log, clock })
  })
  afterAll(async () => {
    await proxy.restore()
    await node[Symbol.asyncDispose]()
    await proxy.close()
  })

  // covers: design-postgres-unavailable
  it('answers 503 with Retry-After over REST, GraphQL and the stream, logs it once, and recovers', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await asha.send(conversationId, 'Before')
    // A busy machine can lose a connection before, which would count as the same outage.
    clock.advance(60_000)
    lines.length = 0
    await proxy.refuse()
    const body = { conversationId, message: 'Meanwhile', clientMessageId: 'm-1' }
    const answers = [
      await asha.call('POST', '/api/v1/message', body),
      await asha.call('POST', '/api/v1/messages', { id: conversationId, size: 10 }),
      await asha.call('GET', '/api/v1/conversation'),
      await call(node.url, 'POST', '/auth', {
        body: { userName: asha.user.userName, password: 'Monsoon-2026' },
      }),
      await call(node.url, 'GET', `/subscribe/${asha.id}`, { token: 'unknown-to-the-cache' }),
    ]
    for (const answer of answers) {
      expect(answer).toMatchObject(unavailable)
      expect(answer.headers.get('retry-after')).toBe('2')
    }
    const query = { query: '{ me { displayName } }' }
    const anonymous = await call(node.url, 'POST', '/graphql', { body: query, token: 'unknown-to-the-cache' })
    expect(anonymous.status).toBe(503)
    expect(anonymous.headers.get('retry-after')).toBe('2')
    expect(anonymous.body).toMatchObject({
      errors: [
        { message: unavailable.body.message, extensions: { code: 'UNAVAILABLE', retryAfterSeconds: 2 } },
      ],
    })
    expect(lines.map(({ level, msg }) => ({ level, msg }))).toEqual([
      { level: 40, msg: 'PostgreSQL or Redis cannot be reached; requests are answered with 503' },
    ])

    await proxy.restore()
    await expect
      .poll(() => asha.send(conversationId, 'Meanwhile', 'm-1').catch(() => null), patience)
      .not.toBeNull()
    expect(await stored(ben, conversationId)).toEqual(['Meanwhile', 'Before'])
  })

  it('answers a GraphQL field with UNAVAILABLE when only that field needed the database', async () => {
    const { asha } = await pair(node)
    // The session is cached for a second; the requested data is not.
    await asha.call('GET', '/api/session')
    await proxy.refuse()
    const answer = await asha.call('POST', '/graphql', { query: '{ blockedPeople { id } }' })
    expect(answer.body).toMatchObject({
      errors: [{ extensions: { code: 'UNAVAILABLE', retryAfterSeconds: 2 } }],
    })
    await proxy.restore()
  })
})

describe('while PostgreSQL hangs', { timeout: 120_000 }, () => {
  it('times a statement out, rolls its transaction back, and returns clean connections to the pool', async () => {
    const database = await createTestDatabase()
    const proxy = await openTcpProxy(database.url)
    const opened = await openDatabase({
      url: proxy.url,
      connectTimeout: 2_000,
      statementTimeout: 2_000,
      poolSize: 2,
    })
    const started = Promise.withResolvers<void>()
    const work = opened.prisma.$transaction(
      async (transaction) => {
        await transaction.$executeRaw`CREATE TABLE half_done (id int)`
        proxy.hang()
        started.resolve()
        await transaction.$queryRaw`SELECT 1`
      },
      { timeout: 20_000 },
    )
    const failed = expect(work).rejects.toThrow()
    await started.promise
    await expect(opened.ping()).rejects.toThrow(/timeout|terminated/)
    await failed
    await proxy.restore()
    await expect
      .poll(
        () =>
          opened.ping().then(
            () => 'back',
            () => 'away',
          ),
        patience,
      )
      .toBe('back')
    const state = 'SELECT pg_current_xact_id_if_assigned() AS xid, to_regclass($1) AS half_done'
    for (let index = 0; index < 4; index += 1) {
      const { rows } = await opened.pool.query(state, ['half_done'])
      expect(rows).toEqual([{ xid: null, half_done: null }])
    }
    await opened[Symbol.asyncDispose]()
    await proxy.close()
    await database[Symbol.asyncDispose]()
  })

  // covers: design-postgres-hangs
  it('does not acknowledge a message, stores it once when the client retries, and delivers it', async () => {
    const database = await createTestDatabase()
    const proxy = await openTcpProxy(database.url)
    const node = await startNode({ databaseUrl: proxy.url })
    const { asha, ben, conversationId } = await pair(node)
    const stream = await ben.stream()
    await asha.send(conversationId, 'Before', 'm-0')
    const { id } = await stream.next('new_chat_message')
    proxy.hang()
    const body = { conversationId, message: 'Once', clientMessageId: 'm-1' }
    expect(await asha.call('POST', '/api/v1/message', body)).toMatchObject(unavailable)
    await proxy.restore()
    await expect
      .poll(() => asha.send(conversationId, 'Once', 'm-1').catch(() => null), patience)
      .not.toBeNull()
    // The outage may have ended the stream; a client resumes after the last event that it has.
    stream.close()
    const back = await ben.stream({ after: id ?? '' })
    await back.next('new_chat_message', ({ message }) => message === 'Once')
    expect(await stored(ben, conversationId)).toEqual(['Once', 'Before'])
    back.close()
    await node[Symbol.asyncDispose]()
    await proxy.close()
    await database[Symbol.asyncDispose]()
  })
})

describe('while Redis hangs', () => {
  let database: TestDatabase
  let redis: RedisServer | null
  let proxy: TcpProxy
  let node: TestApp

  beforeAll(async () => {
    redis = await startRedis()
    if (!redis) return
    database = await createTestDatabase()
    proxy = await openTcpProxy(redis.url)
    node = await startNode({ databaseUrl: database.url, redisUrl: proxy.url })
  })
  afterAll(async () => {
    if (!redis) return
    await proxy.restore()
    await node[Symbol.asyncDispose]()
    await proxy.close()
    await redis.stop()
    await database[Symbol.asyncDispose]()
  })

  // covers: design-redis-hangs
  it('acknowledges messages, answers 503 to a search, and delivers everything when Redis is back', async (context) => {
    if (!redis) return context.skip('redis-server is not installed')
    const { asha, ben, conversationId } = await pair(node)
    const stream = await ben.stream()
    await asha.send(conversationId, 'Before')
    proxy.hang()
    // Acknowledged while Redis still hangs.
    await asha.send(conversationId, 'Meanwhile')
    expect((await ben.call('GET', '/api/session')).status).toBe(200)
    expect(await stored(ben, conversationId)).toEqual(['Meanwhile', 'Before'])
    expect(await ben.call('GET', '/api/v1/conversation')).toMatchObject(unavailable)
    await proxy.restore()
    await stream.next('new_chat_message', ({ message }) => message === 'Meanwhile')
    await asha.send(conversationId, 'After')
    await stream.next('new_chat_message', ({ message }) => message === 'After')
    await expect
      .poll(async () => (await ben.call('GET', '/api/v1/conversation')).status, patience)
      .not.toBe(503)
    stream.close()
  })

  // covers: design-redis-hangs
  it('enforces the rate limits on the node itself', async (context) => {
    if (!redis) return context.skip('redis-server is not installed')
    proxy.hang()
    const { limits } = node.app.context
    const attempts = Array.from({ length: 5_001 }, () => limits.consume('resetByAccount', 'one member'))
    const refused = (await Promise.allSettled(attempts)).filter(({ status }) => status === 'rejected')
    // 4 in 15 minutes, times the factor of the tests.
    expect(refused).toHaveLength(1_001)
    await proxy.restore()
  })
})
