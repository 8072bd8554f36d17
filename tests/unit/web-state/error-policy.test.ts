import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createApi } from '#web/data/api.ts'
import { ApiFailure } from '#web/data/failure.ts'
import { createRateLimitGuard } from '#web/state/session/rate-limit-guard.ts'

const events = {
  unauthorized: vi.fn(),
  rateLimited: vi.fn(),
  suspended: vi.fn(),
  succeeded: vi.fn(),
  proving: vi.fn(),
}
beforeEach(() => vi.resetAllMocks())

function setUp(answer: () => Response | Promise<Response>) {
  const requests: { url: string; init: RequestInit }[] = []
  const api = createApi({
    token: () => 'the-token',
    events,
    fetch: async (url, init) => {
      requests.push({ url: String(url), init: init ?? {} })
      return answer()
    },
  })
  return { api, requests }
}

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => {
      if (!(error instanceof ApiFailure)) throw error
      return error
    },
  )

describe('a call', () => {
  // covers: 6-bearer-token-sent, 7-cookies-and-content-type
  it('carries the token and a content type only with a body', async () => {
    const { api, requests } = setUp(() => json(200, { success: true }))
    await api.call('markRead', { params: { id: '01900000-0000-7000-8000-000000000001' } })
    expect(requests[0]?.url).toBe('/api/v1/conversation/01900000-0000-7000-8000-000000000001/mark-read')
    expect(requests[0]?.init).toMatchObject({
      credentials: 'include',
      headers: { Authorization: 'Bearer the-token' },
    })
    expect(requests[0]?.init.headers).not.toHaveProperty('Content-Type')
    expect(events.succeeded).toHaveBeenCalledOnce()
  })

  // covers: 6-auth-without-token
  it('never sends the token to a path of /auth', async () => {
    const { api, requests } = setUp(() =>
      json(401, {
        message: 'The email or password is not right. Please try again.',
        code: 'UNAUTHENTICATED',
      }),
    )
    const failure = await failureOf(api.call('login', { body: { userName: 'a@b.example', password: 'x' } }))
    expect(requests[0]?.init.headers).not.toHaveProperty('Authorization')
    expect(failure.message).toBe('The email or password is not right. Please try again.')
    expect(events.unauthorized).not.toHaveBeenCalled()
  })

  // covers: 8.1-401-logs-out
  it('ends the session after a 401 on any other path', async () => {
    const { api } = setUp(() => json(401, { message: 'expired', code: 'UNAUTHENTICATED' }))
    expect((await failureOf(api.call('getSession', {}))).status).toBe(401)
    expect(events.unauthorized).toHaveBeenCalledOnce()
  })

  // covers: 8.1-429-slows-down
  it('shows the text of the spec after a 429', async () => {
    const { api } = setUp(() => json(429, { message: 'anything', code: 'RATE_LIMITED' }))
    const failure = await failureOf(api.call('getSession', {}))
    expect(failure.message).toBe('429: Please slow down. Too many requests in a short time.')
    expect(events.rateLimited).toHaveBeenCalledOnce()
  })

  // covers: 8.1-other-failures
  it('reports status and text of an answer that is not from our server', async () => {
    const { api } = setUp(() => new Response('upstream is away', { status: 502 }))
    expect((await failureOf(api.call('getSession', {}))).message).toBe('502: upstream is away')
  })

  it.each([
    [502, '502: We had a short interruption. Please try again in a few seconds.'],
    [413, '413: Received invalid data from server. Please try again.'],
  ])('never shows the page of a proxy that answers %s', async (status, message) => {
    const page = '\n<html>\n<head><title>502 Bad Gateway</title></head>\n<body>nginx</body>\n</html>'
    for (const headers of [{ 'content-type': 'text/html; charset=utf-8' }, {}] as HeadersInit[]) {
      const { api } = setUp(() => new Response(page, { status, headers, statusText: 'Bad Gateway' }))
      expect((await failureOf(api.call('getSession', {}))).message).toBe(message)
    }
  })

  it('says what happened where a refusal has neither a text nor a status text', async () => {
    const { api } = setUp(() => new Response('', { status: 503 }))
    expect((await failureOf(api.call('getSession', {}))).message).toBe(
      '503: We had a short interruption. Please try again in a few seconds.',
    )
  })

  // covers: 5-conversation-response
  it('refuses an answer that does not match the contract', async () => {
    const { api } = setUp(() => json(200, { id: 'no conversation' }))
    const failure = await failureOf(api.call('findMatch', { query: {} }))
    expect(failure).toMatchObject({
      code: 'UNREADABLE',
      message: 'Received invalid data from server. Please try again.',
    })
  })

  it('explains what to do without a connection', async () => {
    const { api } = setUp(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await failureOf(api.call('getSession', {}))).toMatchObject({ status: 0, code: 'NETWORK' })
  })
})

describe('five refusals within half a minute', () => {
  it('end the session; a success or time resets the count', () => {
    let now = 0
    const guard = createRateLimitGuard(() => now)
    expect([1, 2, 3, 4].map(() => guard.refused())).toEqual([false, false, false, false])
    expect(guard.refused()).toBe(true)
    guard.reset()
    for (let count = 0; count < 10; count += 1) {
      now += 8_000
      expect(guard.refused()).toBe(false)
    }
  })
})
