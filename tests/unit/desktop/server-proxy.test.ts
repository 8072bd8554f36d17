import type { Net } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { createServerProxy } from '../../../desktop/main/servers/server-proxy.ts'

const SERVER = 'https://rapport.test'
const STREAM = '/subscribe/01999999-0000-7000-8000-0000000000c1'

/** Starts a proxy to servers that `answer` replaces. */
function start(answer: (url: string, init: RequestInit) => Promise<Response>) {
  let address = SERVER
  const fetch = vi.fn(answer)
  const proxy = createServerProxy({ fetch: fetch as Net['fetch'], address: () => address, userAgent: 'Test' })
  const changes: [boolean, boolean][] = []
  proxy.onChange(() => changes.push([proxy.connected(), proxy.answers()]))
  return {
    proxy,
    changes,
    fetch,
    get: (path: string, headers = {}) => proxy.forward(new Request(`rapport-app://app${path}`, { headers })),
    moveTo(next: string) {
      address = next
    },
  }
}
const ok = async () => new Response('ok')

describe('the server proxy', () => {
  it('requests the health check uncached, from the configured server only', async () => {
    const { proxy, fetch } = start(ok)
    expect(await proxy.reachable()).toBe(true)
    expect(fetch).toHaveBeenCalledExactlyOnceWith(`${SERVER}/healthz`, {
      cache: 'no-store',
      redirect: 'error',
      signal: expect.any(AbortSignal),
      bypassCustomProtocolHandlers: true,
    })
  })

  it('sends a call of the page with cookies and uncached', async () => {
    const { get, fetch } = start(ok)
    await get('/api/session', { 'Accept-Language': 'de', Cookie: 'a=b' })
    expect(fetch.mock.calls[0]).toEqual([
      `${SERVER}/api/session`,
      expect.objectContaining({
        method: 'GET',
        credentials: 'include',
        cache: 'no-store',
        redirect: 'error',
        bypassCustomProtocolHandlers: true,
      }),
    ])
    const [, init] = fetch.mock.calls[0] ?? []
    expect(Object.fromEntries(new Headers(init?.headers))).toEqual({
      'accept-language': 'de',
      origin: SERVER,
      'user-agent': 'Test',
    })
  })

  it.each([
    ['an error', async () => new Response('', { status: 503 })],
    ['no answer', async () => Promise.reject(new TypeError('fetch failed'))],
  ])('regards the server as unreachable after %s, and reports each change once', async (_, answer) => {
    const answers = [answer, answer, ok]
    const { proxy, changes } = start(() => (answers.shift() ?? ok)())
    expect([await proxy.reachable(), proxy.answers()]).toEqual([false, false])
    expect(await proxy.reachable()).toBe(false)
    expect([await proxy.reachable(), proxy.answers()]).toEqual([true, true])
    expect(changes).toEqual([
      [false, false],
      [false, true],
    ])
  })

  it('shares one health check among simultaneous callers, for each server', async () => {
    const { proxy, fetch, moveTo } = start(ok)
    const both = [proxy.reachable(), proxy.reachable()]
    expect(fetch).toHaveBeenCalledTimes(1)
    moveTo('https://other.test')
    both.push(proxy.reachable())
    expect(await Promise.all(both)).toEqual([true, true, true])
    await proxy.reachable()
    expect(fetch.mock.calls.map(([url]) => url)).toEqual([
      `${SERVER}/healthz`,
      'https://other.test/healthz',
      'https://other.test/healthz',
    ])
  })

  it('returns only the headers that the pages read', async () => {
    const { get } = start(
      async () =>
        new Response('ok', {
          status: 429,
          headers: {
            'Cache-Control': 'no-store',
            'Content-Disposition': 'attachment',
            'Content-Type': 'text/plain',
            ETag: '"1"',
            'Retry-After': '3',
            'X-More': '1',
          },
        }),
    )
    const response = await get('/api/session')
    expect([response.status, Object.fromEntries(response.headers)]).toEqual([
      429,
      {
        'cache-control': 'no-store',
        'content-disposition': 'attachment',
        'content-type': 'text/plain',
        etag: '"1"',
        'retry-after': '3',
        'x-content-type-options': 'nosniff',
      },
    ])
  })

  it('counts as connected while a live stream is open, until the server ends it', async () => {
    let end: () => void = () => undefined
    const { proxy, changes, get } = start(
      async () =>
        new Response(
          new ReadableStream({
            start(controller) {
              end = () => controller.close()
            },
          }),
        ),
    )
    const page = await get('/api/session')
    expect(proxy.connected()).toBe(false)
    const response = await get(STREAM)
    expect(proxy.connected()).toBe(true)
    end()
    expect(await response.text()).toBe('')
    expect([proxy.connected(), changes]).toEqual([
      false,
      [
        [true, true],
        [false, true],
      ],
    ])
    await page.body?.cancel()
  })

  it('does not count a refused stream as connected', async () => {
    const { proxy, get } = start(async () => new Response('no', { status: 401 }))
    await get(STREAM)
    expect(proxy.connected()).toBe(false)
  })

  it('reports a broken stream to the page', async () => {
    const { proxy, get } = start(
      async () =>
        new Response(
          new ReadableStream({
            pull(controller) {
              controller.error(new Error('reset'))
            },
          }),
        ),
    )
    const response = await get(STREAM)
    await expect(response.text()).rejects.toThrow('reset')
    expect(proxy.connected()).toBe(false)
  })

  it('sends a token only to the first server that received it', async () => {
    const { get, moveTo, fetch } = start(ok)
    const first = { Authorization: 'Bearer one' }
    expect((await get('/api/session', first)).status).toBe(200)
    moveTo('https://other.test')
    expect((await get('/api/session', first)).type).toBe('error')
    expect((await get('/api/session', { Authorization: 'Bearer two' })).status).toBe(200)
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it('settles once the calls that change data have ended', async () => {
    const answers: ((response: Response) => void)[] = []
    const { proxy, get } = start(() => new Promise((resolve) => answers.push(resolve)))
    void get('/api/session')
    await proxy.settled()
    const change = proxy.forward(new Request('rapport-app://app/auth', { method: 'POST', body: '{}' }))
    let isSettled = false
    const settled = proxy.settled().then(() => {
      isSettled = true
    })
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    expect(isSettled).toBe(false)
    answers[1]?.(new Response('ok'))
    await change
    await settled
    expect(isSettled).toBe(true)
  })
})
