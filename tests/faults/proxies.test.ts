import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { pathToFileURL } from 'node:url'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { authResponse } from '#schema/account.ts'
import { annotateFigures } from '../kit/annotate-figures.ts'
import { createTestDatabase, type TestDatabase } from '../kit/database.ts'
import { aRegistration, call, openStream } from '../kit/person.ts'
import { type RedisServer, startRedis } from '../kit/redis-server.ts'
import { REVERSE_PROXIES, startReverseProxy } from '../kit/reverse-proxies.ts'
import { type CampaignPair, createPairs } from './campaign/members.ts'
import { type CampaignNode, startCampaignNode } from './campaign/node.ts'
import { createReceiver } from './campaign/receiver.ts'
import { sendUntil } from './campaign/sender.ts'
import { verify } from './campaign/verify.ts'

const QUICK_HEARTBEATS = pathToFileURL(new URL('../kit/quick-heartbeats.ts', import.meta.url).pathname)
/** As docs/operations/proxies.md demands: longer than HAProxy needs to notice. In seconds. */
const SHUTDOWN_DELAY = '2'
const PAIRS = 3
const NAMES = ['nginx', 'HAProxy'] as const satisfies (keyof typeof REVERSE_PROXIES)[]

let redis: RedisServer | null
let database: TestDatabase
let nodes: CampaignNode[]

beforeAll(async () => {
  redis = await startRedis()
  database = await createTestDatabase()
  const env = {
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    REDIS_URL: redis?.url ?? '',
    DEMO: 'off',
    RATE_LIMIT_FACTOR: '100000',
    TRUST_PROXY: 'on',
    SHUTDOWN_DELAY,
    NODE_OPTIONS: `--import "${QUICK_HEARTBEATS}"`,
  }
  nodes = redis ? await Promise.all([env, env, env].map(startCampaignNode)) : []
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await database[Symbol.asyncDispose]()
  await redis?.stop()
})

async function startProxy(name: keyof typeof REVERSE_PROXIES) {
  const addresses = nodes.map(({ url }) => new URL(url).host)
  return redis && (await startReverseProxy(name, addresses, { logFailures: true }))
}

describe.each(NAMES)('behind %s, three nodes', (name) => {
  let proxy: Awaited<ReturnType<typeof startProxy>>
  beforeAll(async () => {
    proxy = await startProxy(name)
  })
  afterAll(() => proxy?.stop())
  const missing = `redis-server or ${REVERSE_PROXIES[name].program} is not installed`

  const createPair = async (url: string): Promise<CampaignPair> => {
    const [pair] = await createPairs({ url, databaseUrl: database.url }, 1)
    if (!pair) throw new Error('there is no pair')
    return pair
  }

  it('deliver the events and heartbeats of a stream while it is open', async (context) => {
    if (!proxy) return context.skip(missing)
    const { url } = proxy
    const { conversationId, members } = await createPair(url)
    const [asha, ben] = members
    const stream = await openStream(url, ben.id, ben)
    await stream.next('ready')
    const body = { conversationId, message: 'Can you hear me?' }
    const sent = await call(url, 'POST', '/api/v1/message', { token: asha.token, body })
    expect(sent.status).toBe(200)
    await stream.next('new_chat_message', ({ message }) => message === body.message)
    stream.close()

    const raw = await fetch(`${url}/subscribe/${ben.id}`, {
      headers: { authorization: `Bearer ${ben.token}` },
    })
    expect(raw.headers.get('content-type')).toContain('text/event-stream')
    const reader = raw.body?.pipeThrough(new TextDecoderStream()).getReader()
    let received = ''
    while (!received.includes('\n: \n')) received += (await reader?.read())?.value ?? ''
    await reader?.cancel()
  })

  it('carry the messages of a subscription over a WebSocket', async (context) => {
    if (!proxy) return context.skip(missing)
    const { url } = proxy
    const { conversationId, members } = await createPair(url)
    const [asha, ben] = members
    const client = createClient({
      url: `${url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { token: ben.token },
      retryAttempts: 0,
    })
    let received: unknown
    const sink = {
      next: (result: unknown) => (received = result),
      error: () => undefined,
      complete: () => undefined,
    }
    client.subscribe({ query: 'subscription { messageReceived { text } }' }, sink)
    // A message that is sent before the server has subscribed does not arrive, so more follow.
    const body = { conversationId, message: 'Over a WebSocket' }
    await expect
      .poll(async () => {
        await call(url, 'POST', '/api/v1/message', { token: asha.token, body })
        return received
      })
      .toEqual({ data: { messageReceived: { text: body.message } } })
    await client.dispose()
  })

  it('refuse the connections of an address that has 1,000, and serve the others', async (context) => {
    if (!proxy) return context.skip(missing)
    const { port } = new URL(proxy.url)
    const statusFor = (localAddress: string) =>
      new Promise<number>((resolve) => {
        const asked = request({ port, path: '/healthz', localAddress, agent: false }, (answer) => {
          answer.resume()
          resolve(answer.statusCode ?? 0)
        })
        asked.on('error', () => resolve(0)).end()
      })
    const held = new Set<Socket>()
    /** Keeps 1,001 connections open: a busy machine drops some of so many. */
    function hold() {
      while (held.size < 1_001) {
        const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: '127.0.0.3' })
        held.add(socket)
        socket.on('error', () => undefined).on('close', () => held.delete(socket))
        // A request whose body never arrives.
        socket.write('POST /auth HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n')
      }
    }
    try {
      await expect
        .poll(() => {
          hold()
          return statusFor('127.0.0.3')
        })
        .toBe(name === 'nginx' ? 429 : 0)
      expect(await statusFor('127.0.0.4')).toBe(200)
    } finally {
      for (const socket of held) socket.destroy()
    }
    await expect.poll(() => statusFor('127.0.0.3')).toBe(200)
  })

  it('learn the address of the client, and believe no address that the client claims', async (context) => {
    if (!proxy) return context.skip(missing)
    const { url } = proxy
    const input = JSON.stringify(aRegistration())
    const registering = request(`${url}/api/user`, {
      method: 'POST',
      localAddress: '127.0.0.2',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
    })
    registering.end(input)
    const [response] = await once(registering, 'response')
    const { token } = authResponse.parse(JSON.parse((await response.toArray()).join('')))
    const { body } = await call(url, 'POST', '/graphql', {
      token,
      body: { query: '{ sessions { address } }' },
    })
    expect(body).toMatchObject({ data: { sessions: [{ address: '127.0.0.2' }] } })
  })

  it('keep their metrics from clients', async (context) => {
    if (!proxy) return context.skip(missing)
    expect((await fetch(`${proxy.url}/metrics`)).status).toBe(404)
  })

  it('restart one after the other without a failed request, a lost or an undelivered message', async (context) => {
    if (!proxy) return context.skip(missing)
    const urls = [proxy.url]
    const pairs = await createPairs({ url: proxy.url, databaseUrl: database.url }, PAIRS)
    const everyMember = pairs.flatMap(({ conversationId, members }) =>
      members.map((member) => ({ member, conversationId, nodes: urls, every: 50 })),
    )
    const receivers = everyMember.map(({ member, conversationId }) =>
      createReceiver(member, { conversationId, nodes: urls }),
    )
    const enough = new AbortController()
    const sending = Promise.all(everyMember.map((each) => sendUntil(each, enough.signal)))
    for (const node of nodes) await node.restart('SIGTERM', 0)
    enough.abort()
    const senders = await sending
    await Promise.all(receivers.map((receiver) => receiver.catchUp()))
    const { acknowledged, stored, ...violations } = await verify(database.url, { pairs, senders, receivers })
    for (const receiver of receivers) receiver.close()

    expect(violations).toEqual({ lost: [], twice: [], untold: [], disordered: [] })
    expect(stored).toBeGreaterThan(0)
    expect(stored).toBe(acknowledged)
    expect(
      senders.flatMap(({ unexpected }) => [...unexpected.keys()]),
      proxy.output(),
    ).toEqual([])
    expect(senders.map(({ retries }) => retries)).toEqual(senders.map(() => 0))
    expect(nodes.flatMap((node) => node.errors())).toEqual([])
    // nginx would refuse streams while it believes that no node is up.
    expect(proxy.output()).not.toContain('no live upstreams')
    await annotateFigures(context, { restarts: nodes.length, messages: stored, 'failed requests': 0 })
  })
})

describe.each(NAMES)('the log of %s', (name) => {
  it('contains nothing of a request that failed', async (context) => {
    const node = createServer(({ url }, response) => {
      if (url === '/readyz') response.end('{}')
      else response.destroy()
    })
    await new Promise<void>((done) => node.listen(0, '127.0.0.1', done))
    const address = `127.0.0.1:${(node.address() as AddressInfo).port}`
    const proxy = await startReverseProxy(name, [address, address, address])
    if (proxy) {
      const { status } = await fetch(`${proxy.url}/a-private-path`, { method: 'POST' })
      await proxy.stop()
      expect(status).toBe(502)
      expect(proxy.output()).not.toContain('private')
      expect(proxy.output()).not.toContain('client')
    }
    node.closeAllConnections()
    node.close()
    if (!proxy) context.skip(`${REVERSE_PROXIES[name].program} is not installed`)
  })
})
