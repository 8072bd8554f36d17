import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { readerOf, startStreamEndpoint } from '../../kit/stream-endpoint.ts'
import { createStreamServer, STREAM_WAYS } from '../../kit/stream-server.ts'

const online = { event: 'USER_ONLINE', data: { userId: 'ben' } } as const

let stop: () => Promise<void> = async () => undefined
afterEach(() => stop())

const refusalOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code: string }).code,
]

describe.each(STREAM_WAYS)('the stream of a member on %s', (way) => {
  async function start(...[more, opening]: Parameters<typeof startStreamEndpoint>) {
    const endpoint = await startStreamEndpoint(more, opening, way)
    stop = endpoint.stop
    return endpoint
  }

  it('starts with its current id, and delivers events', async () => {
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

  it('resumes after the id in its URL, or otherwise in its header', async () => {
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

  it('sends resync without an id when the log no longer reaches back', async () => {
    const { ask } = await start()
    const stream = readerOf(await ask('/subscribe/ann?lastEventId=1-0'))
    expect(await stream.until('event: ready')).toContain('retry: 5000\n\nevent: resync\ndata: {}\n\nid: ')
    await stream.close()
  })

  it.each([
    ['/subscribe/', 'GET', 'ann', [404, 'NOT_FOUND']],
    ['/subscribe/ann/more', 'GET', 'ann', [404, 'NOT_FOUND']],
    ['/api/subscribe/ann', 'GET', 'ann', [404, 'NOT_FOUND']],
    ['/subscribe/ann', 'POST', 'ann', [405, 'METHOD_NOT_ALLOWED']],
    ['/subscribe/ann', 'GET', '', [401, 'UNAUTHENTICATED']],
    ['/subscribe/ann', 'GET', 'ben', [403, 'FORBIDDEN']],
  ])('fails at %s with %s as %j', async (path, method, member, refusal) => {
    const { ask, errors, handler, calls } = await start()
    const response = await ask(path, member ? { Authorization: member } : {}, method)
    expect(response.headers.get('allow')).toBe(refusal[0] === 405 ? 'GET' : null)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    for (const name of ['retry-after', 'ratelimit', 'ratelimit-policy'])
      expect(response.headers.has(name)).toBe(false)
    expect(await refusalOf(response)).toEqual(refusal)
    expect([errors, calls, handler.count()]).toEqual([[], [], 0])
  })

  it('fails with a wait of 5 s when the process has reached its limit', async () => {
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

  it('ends when the node stops, which announces no member as offline and refuses new streams', async () => {
    const { ask, handler, calls } = await start()
    const stream = readerOf(await ask())
    await stream.until('event: ready')
    handler.closeAll()
    expect(await stream.end()).toContain('event: ready')
    await expect.poll(() => handler.count()).toBe(0)
    expect(calls.filter((call) => call.startsWith('left'))).toEqual([])
    expect(await refusalOf(await ask())).toEqual([503, 'UNAVAILABLE'])
  })

  it('fails with the time to wait when the rate limit is exhausted', async () => {
    const rateLimit = { policy: 'streams', quota: 9, windowSeconds: 60, remaining: 0, resetSeconds: 7 }
    const { ask, errors } = await start({
      admit: () =>
        Promise.reject(new ApiError('RATE_LIMITED', text('Too fast.'), { retryAfterSeconds: 7, rateLimit })),
    })
    const refused = await ask()
    const headers = ['retry-after', 'ratelimit-policy', 'ratelimit'].map((name) => refused.headers.get(name))
    expect(headers).toEqual(['7', '"streams";q=9;w=60', '"streams";r=0;t=7'])
    expect([await refusalOf(refused), errors]).toEqual([[429, 'RATE_LIMITED'], []])
  })

  it('leaves nothing behind when the client disconnects during the opening', async () => {
    const begun = Promise.withResolvers<void>()
    const opened = Promise.withResolvers<void>()
    const { url, handler, live, calls, errors } = await start({}, () => {
      begun.resolve()
      return opened.promise
    })
    const aborter = new AbortController()
    const asked = fetch(`${url}/subscribe/ann`, { headers: { Authorization: 'ann' }, signal: aborter.signal })
    await begun.promise
    aborter.abort()
    await expect(asked).rejects.toThrow()
    await expect.poll(() => calls).toEqual(['admitted ann', 'came ann Jazz,Tea', 'left ann'])
    opened.resolve()
    await new Promise(setImmediate)
    expect([live.openSessions(), handler.count(), errors]).toEqual([[], 0, []])
    expect(calls.at(-1)).toBe('left ann')
  })

  it('fails with 500, and the failure is reported, when the session cannot be read', async () => {
    const failure = new Error('the database is away')
    const { ask, errors } = await start({ authenticate: () => Promise.reject(failure) })
    expect((await ask()).status).toBe(500)
    expect(errors).toEqual([failure])
  })

  it('breaks off when validating its session fails', async () => {
    const failure = new Error('the database is away')
    const { ask, errors, handler } = await start({ revalidate: () => Promise.reject(failure) })
    const answer = ask().then((response) => readerOf(response).end())
    if (way === 'node:http') await expect(answer).rejects.toThrow()
    // A body without a length ends with its connection. Clients reconnect in both cases.
    else await answer.catch(() => undefined)
    await expect.poll(() => [errors, handler.count()]).toEqual([[failure], 0])
  })

  it('does not open for a client that disconnected during the check', async () => {
    const aborter = new AbortController()
    let admit: () => void = () => undefined
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { handler, calls, live } = await start({
      admit: () => {
        begin()
        return new Promise((resolve) => {
          admit = resolve
        })
      },
    })
    const server = createStreamServer(handler, way)
    const { promise: gone, resolve: leave } = Promise.withResolvers<void>()
    server.on('connection', (socket) => socket.on('close', leave))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const asked = fetch(`http://127.0.0.1:${port}/subscribe/ann`, {
      headers: { Authorization: 'ann' },
      signal: aborter.signal,
    })
    await begun
    aborter.abort()
    await expect(asked).rejects.toThrow()
    await gone
    admit()
    await new Promise(setImmediate)
    expect([calls, handler.count(), live.openSessions()]).toEqual([[], 0, []])
    await new Promise((done) => server.close(done))
  })

  it.each([
    [undefined, null],
    [false, null],
    [true, 'max-age=31536000; includeSubDomains'],
  ])('sends Strict-Transport-Security when the server is secure: %s', async (secure, header) => {
    const { ask } = await start(secure === undefined ? {} : { secure })
    const stream = await ask()
    const refused = await ask('/subscribe/ben')
    const headers = [stream, refused].map((response) => response.headers.get('strict-transport-security'))
    expect(headers).toEqual([header, header])
    for (const response of [stream, refused]) await response.body?.cancel()
  })
})
