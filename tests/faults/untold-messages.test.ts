import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../kit/database.ts'
import { call, openStream, type TestStream } from '../kit/person.ts'
import { freePort, startRedis } from '../kit/redis-server.ts'
import { startServerProcess } from '../kit/server-process.ts'
import { openTcpProxy } from '../kit/tcp-proxy.ts'
import { createPairs } from './campaign/members.ts'

const texts = (stream: TestStream) =>
  stream.received.filter(({ event }) => event === 'new_chat_message').map(({ data }) => data.message)

const readyId = async (stream: TestStream) => (await stream.next('ready')).id ?? ''

let stack: AsyncDisposableStack
beforeEach(() => {
  stack = new AsyncDisposableStack()
})
afterEach(() => stack.disposeAsync())

describe('kill -9 of a node between the commit of a message and its publishing', () => {
  // covers: design-node-dies-before-publishing
  it('delivers the message to every member, on a stream of another node and on the next connection', async (context) => {
    const redis = await startRedis()
    if (!redis) return context.skip('redis-server is not installed')
    stack.defer(() => redis.stop())
    const database = stack.use(await createTestDatabase())
    // The node that will die reaches Redis through this proxy, and the other one directly.
    const way = await openTcpProxy(redis.url)
    stack.defer(() => way.close())
    const env = { DATABASE_URL: database.url, NODE_ENV: 'test', DEMO: 'off', RATE_LIMIT_FACTOR: '1000' }
    const dying = startServerProcess({ ...env, PORT: String(await freePort()), REDIS_URL: way.url })
    stack.defer(async () => void (await dying.stop('SIGKILL')))
    const living = startServerProcess({ ...env, PORT: String(await freePort()), REDIS_URL: redis.url })
    stack.defer(async () => void (await living.stop()))
    const [{ url: dyingUrl }, { url: livingUrl }] = [await dying.ready, await living.ready]

    const [pair] = await createPairs({ url: livingUrl, databaseUrl: database.url }, 1)
    if (!pair) throw new Error('there is no pair')
    const [asha, ben] = pair.members
    const connected = await openStream(livingUrl, ben.id, ben)
    const away = await openStream(livingUrl, ben.id, ben)
    const after = await readyId(away)
    away.close()

    // Committed and acknowledged, while no publishing succeeds. Then the process dies.
    await way.refuse()
    const text = 'Did you hear me?'
    const body = { conversationId: pair.conversationId, message: text }
    const answer = await call(dyingUrl, 'POST', '/api/v1/message', { token: asha.token, body })
    expect(answer.status).toBe(200)
    await dying.stop('SIGKILL')

    const back = await openStream(livingUrl, ben.id, { token: ben.token, after })
    await readyId(back)
    expect(texts(back)).toEqual([text])
    await connected.next('new_chat_message', ({ message }) => message === text)
    expect(texts(connected)).toEqual([text])
    for (const stream of [connected, back]) stream.close()
  })
})
