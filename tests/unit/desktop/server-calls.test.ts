import type { Net } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { createServerProxy } from '../../../desktop/main/servers/server-proxy.ts'

const STREAM = '/subscribe/01999999-0000-7000-8000-0000000000c1'

function start(answer: (url: string, init: RequestInit) => Promise<Response>) {
  let address = 'https://one.test'
  const fetch = vi.fn(answer)
  const proxy = createServerProxy({ fetch: fetch as Net['fetch'], address: () => address, userAgent: 'Test' })
  return {
    proxy,
    fetch,
    ask: (path: string, init: RequestInit = {}) =>
      proxy.forward(new Request(`rapport-app://app${path}`, init)),
    moveTo(next: string) {
      address = next
    },
  }
}
const ok = async () => new Response('ok')
/** Returns whether a promise has settled after all pending microtasks. */
async function isSettled(promise: Promise<unknown>) {
  let settled = false
  void promise.finally(() => {
    settled = true
  })
  await new Promise(setImmediate)
  return settled
}

describe('forwarded calls', () => {
  it.each([
    ['GET', STREAM, true],
    ['POST', STREAM, false],
    ['GET', `${STREAM}/more`, false],
    ['GET', '/more/subscribe/me', false],
    ['POST', '/graphql', true],
    ['GET', '/graphql', false],
    ['POST', '/api/v1/conversation/1/disconnect', true],
    ['GET', '/api/v1/conversation/1/disconnect', false],
    ['POST', '/api/v1/conversation/1/2/disconnect', false],
    ['POST', '/more/api/v1/conversation/1/disconnect', false],
    ['POST', '/api/v1/webhooks/razorpay', false],
  ])('belong to the contract: %s %s: %s', (method, path, isOne) => {
    expect(start(ok).proxy.knows(method, path)).toBe(isOne)
  })

  it('carry the headers that the contract reads', async () => {
    const { ask, fetch } = start(ok)
    const headers = {
      accept: 'text/event-stream',
      'accept-language': 'de',
      authorization: 'Bearer one',
      'content-type': 'application/json',
      'last-event-id': '1-0',
      latitude: '1',
      longitude: '2',
      accuracy: '3',
    }
    await ask('/api/session', { headers })
    expect(Object.fromEntries(new Headers(fetch.mock.calls[0]?.[1].headers))).toEqual({
      ...headers,
      origin: 'https://one.test',
      'user-agent': 'Test',
    })
    expect('body' in (fetch.mock.calls[0]?.[1] ?? {})).toBe(false)
  })

  it('end at the server when the page cancels the answer', async () => {
    const { ask, fetch, proxy } = start(async () => new Response(new ReadableStream()))
    const response = await ask(STREAM)
    const signal = fetch.mock.calls[0]?.[1].signal
    expect([signal?.aborted, proxy.connected()]).toEqual([false, true])
    await response.body?.cancel('the page has gone')
    expect([signal?.aborted, signal?.reason, proxy.connected()]).toEqual([true, 'the page has gone', false])
  })

  it('may have an answer without a body', async () => {
    const { ask, proxy } = start(async () => new Response(null, { status: 204 }))
    const response = await ask(STREAM)
    expect([response.status, response.body, proxy.connected()]).toEqual([204, null, false])
  })

  it('fail for the page when the server is unreachable, and count as settled', async () => {
    const { ask, proxy } = start(() => Promise.reject(new TypeError('fetch failed')))
    const response = await ask('/auth', { method: 'POST', body: '{}' })
    expect(response.type).toBe('error')
    await proxy.settled()
  })

  it('go to any server without a token', async () => {
    const { ask, moveTo, fetch } = start(ok)
    await ask('/api/session')
    moveTo('https://two.test')
    expect((await ask('/api/session')).status).toBe(200)
    expect(fetch.mock.calls.map(([url]) => url)).toEqual([
      'https://one.test/api/session',
      'https://two.test/api/session',
    ])
  })

  it('go only to the first server that received their token, for the last 100 tokens', async () => {
    const { ask, moveTo } = start(ok)
    const show = (token: string) => ask('/api/session', { headers: { authorization: token } })
    await show('first')
    for (let index = 1; index < 100; index += 1) await show(`token ${index}`)
    moveTo('https://two.test')
    expect((await show('first')).type).toBe('error')
    moveTo('https://one.test')
    await show('token 100')
    moveTo('https://two.test')
    expect((await show('token 1')).type).toBe('error')
    expect((await show('first')).status).toBe(200)
  })
})

describe('leaving a server', () => {
  it('waits until its streams have ended and its calls are answered', async () => {
    let answer: (response: Response) => void = () => undefined
    const { ask, proxy } = start((_url, { method }) =>
      method === 'GET'
        ? Promise.resolve(new Response(new ReadableStream()))
        : new Promise((resolve) => {
            answer = resolve
          }),
    )
    const stream = await ask(STREAM)
    const left = proxy.left()
    expect(await isSettled(left)).toBe(false)
    const goodbye = ask('/api/v1/conversation/1/disconnect', { method: 'POST' })
    await stream.body?.cancel()
    expect(await isSettled(left)).toBe(false)
    answer(new Response('ok'))
    await Promise.all([goodbye, left])
    expect(await isSettled(proxy.left())).toBe(true)
  })
})
