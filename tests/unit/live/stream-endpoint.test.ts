import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createLive, createMemoryEventLog } from '#server/domains/live/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { ApiError } from '#server/platform/errors.ts'
import { createStreamHandler, type Listener, type StreamDeps } from '#server/transports/sse/stream.ts'

const online = { event: 'USER_ONLINE', data: { userId: 'ben' } } as const

let stop: () => Promise<void> = async () => undefined
afterEach(() => stop())

/** The endpoint on a bare server: `Authorization` names the member. */
async function start(more: Partial<StreamDeps> = {}) {
  const errors: unknown[] = []
  const calls: string[] = []
  const live = createLive({
    log: createMemoryEventLog({ clock: systemClock }),
    onError: (error) => errors.push(error),
  })
  const handler = createStreamHandler({
    live,
    presenceTracker: {
      streamOpened: async (userId: string, interests: readonly string[]) =>
        void calls.push(`came ${userId} ${interests}`),
      streamClosed: (userId: string) => void calls.push(`left ${userId}`),
    } as unknown as StreamDeps['presenceTracker'],
    async authenticate({ headers }: IncomingMessage): Promise<Listener | null> {
      const userId = headers.authorization
      return userId ? { userId, sessionKey: `session of ${userId}`, interests: ['Jazz', 'Tea'] } : null
    },
    admitStream: async (userId) => void calls.push(`admitted ${userId}`),
    revalidate: async ({ userId }) => void calls.push(`confirmed ${userId}`),
    onError: (error) => errors.push(error),
    ...more,
  })
  const server = createServer((request, response) => void handler.handle(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stop = async () => {
    handler.closeAll()
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
    await live[Symbol.asyncDispose]()
  }
  return {
    handler,
    live,
    errors,
    calls,
    ask: (path = '/subscribe/ann', headers: HeadersInit = { Authorization: 'ann' }, method = 'GET') =>
      fetch(`${url}${path}`, { headers, method }),
  }
}

/** Reads a stream until the text has come. */
function readerOf({ body }: Response) {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    text: () => text,
    close: () => reader?.cancel(),
    async until(wanted: string) {
      while (!text.includes(wanted)) {
        const { done, value } = (await reader?.read()) ?? { done: true }
        if (done) throw new Error(`the stream ended before ${wanted}: ${text}`)
        text += value
      }
      return text
    },
    async end() {
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true }
        if (done) return text
        text += value
      }
    },
  }
}
const refusalOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code: string }).code,
]

describe('the stream of a member', () => {
  it('begins with where it stands, and brings what happens', async () => {
    const { ask, live, calls, handler } = await start()
    const response = await ask()
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('cache-control'),
    ]).toEqual([200, 'text/event-stream; charset=utf-8', 'no-store'])
    const stream = readerOf(response)
    expect(await stream.until('event: ready\ndata: {')).toMatch(/^retry: 5000\n\nid: \d+-\d+\nevent: ready\n/)
    await live.publish(['ann'], online)
    expect(await stream.until('USER_ONLINE')).toMatch(/\nid: \d+-\d+\nevent: USER_ONLINE\n/)
    await expect.poll(() => calls).toEqual(['admitted ann', 'came ann Jazz,Tea', 'confirmed ann'])
    expect([handler.count(), live.openSessions()]).toEqual([
      1,
      [{ userId: 'ann', sessionKey: 'session of ann' }],
    ])
    await stream.close()
    await expect.poll(() => [handler.count(), calls.at(-1), live.openSessions()]).toEqual([0, 'left ann', []])
  })

  it('goes on after the id in its header or its address, of which the address counts', async () => {
    const { ask, live } = await start()
    const first = readerOf(await ask())
    const id = (event: string, text: string) =>
      new RegExp(`id: (\\S+)\nevent: ${event}\n`).exec(text)?.[1] ?? ''
    const begin = id('ready', await first.until('event: ready'))
    await live.publish(['ann'], online)
    const last = id('USER_ONLINE', await first.until('USER_ONLINE'))
    const header = { Authorization: 'ann', 'Last-Event-ID': begin }
    for (const [path, headers, replayed] of [
      ['/subscribe/ann', header, true],
      [`/subscribe/ann?lastEventId=${begin}`, { Authorization: 'ann' }, true],
      [`/subscribe/ann?lastEventId=${last}`, header, false],
      ['/subscribe/ann?lastEventId=', header, true],
      ['/subscribe/ann', { Authorization: 'ann', 'Last-Event-ID': '' }, false],
      ['/subscribe/ann', { Authorization: 'ann' }, false],
    ] as const) {
      const stream = readerOf(await ask(path, headers))
      expect([path, (await stream.until('event: ready')).includes('USER_ONLINE')]).toEqual([path, replayed])
      await stream.close()
    }
    await first.close()
  })

  it('sends resync without an id where the log no longer reaches back', async () => {
    const { ask } = await start()
    const stream = readerOf(await ask('/subscribe/ann?lastEventId=1-0'))
    expect(await stream.until('event: ready')).toContain('retry: 5000\n\nevent: resync\ndata: {}\n\nid: ')
    await stream.close()
  })

  it.each([
    ['/subscribe/', 'GET', 'ann', [404, 'NOT_FOUND']],
    ['/subscribe/ann/more', 'GET', 'ann', [404, 'NOT_FOUND']],
    ['/subscribe/ann', 'POST', 'ann', [405, 'METHOD_NOT_ALLOWED']],
    ['/subscribe/ann', 'GET', '', [401, 'UNAUTHENTICATED']],
    ['/subscribe/ann', 'GET', 'ben', [403, 'FORBIDDEN']],
  ])('is refused at %s with %s as %j', async (path, method, member, refusal) => {
    const { ask, errors, handler, calls } = await start()
    const response = await ask(path, member ? { Authorization: member } : {}, method)
    expect(response.headers.get('allow')).toBe(refusal[0] === 405 ? 'GET' : null)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await refusalOf(response)).toEqual(refusal)
    expect([errors, calls, handler.count()]).toEqual([[], [], 0])
  })

  it('is refused where the process holds as many as it may, and can be asked for 5 s later', async () => {
    const { ask, handler } = await start({ maxStreams: 2 })
    const open = [readerOf(await ask()), readerOf(await ask())]
    const refused = await ask()
    expect([refused.headers.get('retry-after'), await refusalOf(refused)]).toEqual([
      '5',
      [503, 'UNAVAILABLE'],
    ])
    await open[0]?.close()
    await expect.poll(() => handler.count()).toBe(1)
    const again = await ask()
    expect(again.status).toBe(200)
    for (const stream of [open[1], readerOf(again)]) await stream?.close()
  })

  it('ends when the node stops, announces no departure and accepts no new stream', async () => {
    const { ask, handler, calls } = await start()
    const stream = readerOf(await ask())
    await stream.until('event: ready')
    handler.closeAll()
    expect(await stream.end()).toContain('event: ready')
    await expect.poll(() => handler.count()).toBe(0)
    expect(calls.filter((call) => call.startsWith('left'))).toEqual([])
    expect(await refusalOf(await ask())).toEqual([503, 'UNAVAILABLE'])
  })

  it('is refused with the wait where the limit of streams is used up', async () => {
    const { ask, errors } = await start({
      admitStream: () => Promise.reject(new ApiError('RATE_LIMITED', 'Too fast.', { retryAfterSeconds: 7 })),
    })
    const refused = await ask()
    expect([refused.headers.get('retry-after'), await refusalOf(refused)]).toEqual([
      '7',
      [429, 'RATE_LIMITED'],
    ])
    expect(errors).toEqual([])
  })

  it('fails with 500, and the failure is noted, where the session cannot be read', async () => {
    const failure = new Error('the database is away')
    const { ask, errors } = await start({ authenticate: () => Promise.reject(failure) })
    expect((await ask()).status).toBe(500)
    expect(errors).toEqual([failure])
  })

  it('is cut when what comes after its beginning fails', async () => {
    const failure = new Error('the database is away')
    const { ask, errors, handler } = await start({ revalidate: () => Promise.reject(failure) })
    await expect(ask().then((response) => readerOf(response).end())).rejects.toThrow()
    await expect.poll(() => [errors, handler.count()]).toEqual([[failure], 0])
  })

  it('is not opened for a client that left during the check', async () => {
    const aborter = new AbortController()
    let admit: () => void = () => undefined
    const { handler, calls, live } = await start({
      admitStream: () =>
        new Promise((resolve) => {
          admit = resolve
        }),
    })
    const { promise: gone, resolve: leave } = Promise.withResolvers<void>()
    const server = createServer((request, response) => {
      response.on('close', leave)
      void handler.handle(request, response).then(() => calls.push('handled'))
      queueMicrotask(() => queueMicrotask(() => aborter.abort()))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const asked = fetch(`http://127.0.0.1:${port}/subscribe/ann`, {
      headers: { Authorization: 'ann' },
      signal: aborter.signal,
    })
    await expect(asked).rejects.toThrow()
    await gone
    admit()
    await expect.poll(() => calls).toEqual(['handled'])
    expect([handler.count(), live.openSessions()]).toEqual([0, []])
    await new Promise((done) => server.close(done))
  })

  it('has a heartbeat in every interval', async () => {
    const { ask } = await start({ heartbeatEvery: 60 })
    const stream = readerOf(await ask())
    await stream.until('event: ready')
    expect(await stream.until(': \n\n')).toMatch(/: \n\n$/)
    await stream.close()
  })
})
