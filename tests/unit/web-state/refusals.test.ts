import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BACKGROUND_HEADER } from '#schema/limits.ts'
import { ApiFailure } from '#web/data/failure.ts'
import { FORCED_LOGOUT, type Services } from '#web/state/services.ts'
import { QUERY_DEFAULTS } from '#web/state/session/member.ts'
import { keysIn } from '../../kit/storage.ts'
import { aUser, openBrowser, refusal, signedIn } from './kit.ts'

const FAKED = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
beforeEach(() => void vi.useFakeTimers({ toFake: [...FAKED] }))
afterEach(() => void vi.useRealTimers())

const failureOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiFailure)) throw new Error(`not an ApiFailure: ${error}`)
  return error
}
const TOO_MANY = refusal(429, 'RATE_LIMITED', 'Slow.')

describe('a refused session', () => {
  // covers: 4.1-forced-logout, 8.1-401-logs-out
  it('disappears with all stored data, and shows a toast', async () => {
    const { services, server, storage, events } = await signedIn()
    storage.setItem('last-matched-conversation', '{}')
    const told: unknown[] = []
    events.addEventListener('unauthorized-logout', (event) =>
      told.push((event as CustomEvent).detail.message),
    )
    server.on('listConversations', refusal(401, 'UNAUTHENTICATED'))

    await failureOf(services.api.call('listConversations', { body: {} }))

    expect(services.session.getState().status).toBe('visitor')
    expect(services.session.token()).toBeNull()
    expect(keysIn(storage)).toEqual(['has-logged-in'])
    expect(told).toEqual(['Your session has expired. Please log in again.'])
    expect(services.toasts.getState()).toMatchObject({
      title: 'Session Expired',
      description: 'Your session has expired. Please log in again.',
      variant: 'destructive',
    })
  })

  // covers: design-leaving-a-public-page
  it('counts as a background logout when the member did not cause the call', async () => {
    const background = { headers: { [BACKGROUND_HEADER]: '1' } }
    const calls: [boolean, (services: Services) => Promise<unknown>][] = [
      [true, ({ session }) => session.refresh()],
      [true, ({ api }) => api.call('listConversations', { body: {}, ...background })],
      [false, ({ api }) => api.call('listConversations', { body: {} })],
    ]
    for (const [expected, call] of calls) {
      const { services, server, events } = await signedIn()
      const told: unknown[] = []
      events.addEventListener(FORCED_LOGOUT, (event) => told.push((event as CustomEvent).detail.background))
      server.on('getSession', refusal(401, 'UNAUTHENTICATED'))
      server.on('listConversations', refusal(401, 'UNAUTHENTICATED'))
      await failureOf(call(services))
      expect(services.session.getState().status).toBe('visitor')
      expect(told).toEqual([expected])
    }
  })

  it('shows one toast for several calls', async () => {
    const { services, server, events } = await signedIn()
    let times = 0
    events.addEventListener('unauthorized-logout', () => {
      times += 1
    })
    server.on('listConversations', refusal(401, 'UNAUTHENTICATED'))
    const call = () => failureOf(services.api.call('listConversations', { body: {} }))
    await Promise.all([call(), call(), call()])
    expect(times).toBe(1)
  })

  // covers: 4.1-forced-logout-once-in-2-s
  it('logs out at most once in two seconds', async () => {
    const { services, server } = await signedIn()
    server.on('login', { body: { token: 'token-2', user: aUser() } })
    services.forceLogout()
    await services.session.login({ userName: 'a@b.cd', password: 'x' })
    vi.advanceTimersByTime(1_999)
    services.forceLogout()
    expect(services.session.getState().status).toBe('member')
    vi.advanceTimersByTime(1)
    services.forceLogout()
    expect(services.session.getState().status).toBe('visitor')
  })

  it('does not include a failed login', async () => {
    const { services, server } = openBrowser()
    await services.session.start()
    server.on('login', refusal(401, 'UNAUTHENTICATED', 'Wrong email or password.'))
    const failure = await failureOf(services.session.login({ userName: 'a@b.cd', password: 'x' }))
    expect(failure).toMatchObject({ status: 401, message: 'Wrong email or password.' })
    expect(services.toasts.getState()).toBeNull()
  })

  it('does not end the session that has replaced it', async () => {
    const { services, server } = await signedIn()
    const late = Promise.withResolvers<ReturnType<typeof refusal>>()
    server.on('listConversations', () => late.promise)
    server.on('login', { body: { token: 'token-2', user: aUser() } })
    const call = failureOf(services.api.call('listConversations', { body: {} }))
    await services.session.login({ userName: 'a@b.cd', password: 'x' })
    late.resolve(refusal(401, 'UNAUTHENTICATED'))
    expect((await call).status).toBe(401)
    expect(services.session.token()).toBe('token-2')
    expect(services.session.getState().status).toBe('member')
  })
})

describe('too many requests', () => {
  // covers: 8.1-429-slows-down
  it('show the request to slow down', async () => {
    const { services, server } = await signedIn()
    server.on('listConversations', TOO_MANY)
    const failure = await failureOf(services.api.call('listConversations', { body: {} }))
    expect(failure).toMatchObject({
      status: 429,
      message: '429: Please slow down. Too many requests in a short time.',
    })
    expect(services.toasts.getState()).toMatchObject({
      title: 'Slow down a bit',
      description: "Please slow down your requests. You'll be logged out automatically if this continues.",
      duration: 5_000,
    })
  })

  const refuse = async (browser: Awaited<ReturnType<typeof signedIn>>, times: number) => {
    browser.server.on('listConversations', TOO_MANY)
    for (let count = 0; count < times; count += 1)
      await failureOf(browser.services.api.call('listConversations', { body: {} }))
  }

  // covers: 8.1-fifth-429-logs-out
  it('end the session at the fifth refusal within half a minute', async () => {
    const browser = await signedIn()
    await refuse(browser, 4)
    expect(browser.services.session.getState().status).toBe('member')
    await refuse(browser, 1)
    expect(browser.services.session.getState().status).toBe('visitor')
    expect(browser.services.toasts.getState()?.description).toBe(
      'You have been automatically logged out due to too many requests.',
    )
  })

  // covers: 8.1-fifth-429-logs-out
  it('leave the reason of the logout on screen when more of them arrive', async () => {
    const browser = await signedIn()
    await refuse(browser, 6)
    expect(browser.services.toasts.getState()?.title).toBe('Session Expired')
    vi.setSystemTime(Date.now() + 5_000)
    await refuse(browser, 1)
    expect(browser.services.toasts.getState()?.title).toBe('Slow down a bit')
  })

  // covers: 8.1-fifth-429-logs-out
  it('stop counting after half a minute', async () => {
    const browser = await signedIn()
    await refuse(browser, 4)
    vi.setSystemTime(Date.now() + 30_000)
    await refuse(browser, 4)
    expect(browser.services.session.getState().status).toBe('member')
  })

  // covers: 8.1-success-resets-counter
  it('stop counting after a success', async () => {
    const browser = await signedIn()
    await refuse(browser, 4)
    browser.server.on('cancelSearch', { body: { success: true } })
    await browser.services.api.call('cancelSearch', {})
    await refuse(browser, 4)
    expect(browser.services.session.getState().status).toBe('member')
  })

  it('never log out a visitor', async () => {
    const { services, server } = openBrowser()
    await services.session.start()
    server.on('login', TOO_MANY)
    for (let count = 0; count < 6; count += 1)
      await failureOf(services.session.login({ userName: 'a@b.cd', password: 'x' }))
    expect(services.toasts.getState()?.title).toBe('Slow down a bit')
  })
})

describe('queries', () => {
  const { retry, retryDelay } = QUERY_DEFAULTS.queries
  const failed = (status: number) => new ApiFailure(status, 'INTERNAL', `${status}`)

  // covers: 8.1-retries-of-queries
  it('go out once when refused, and otherwise up to three more times', () => {
    expect(retry(0, failed(401))).toBe(false)
    expect(retry(0, failed(403))).toBe(false)
    expect([0, 1, 2, 3].map((failures) => retry(failures, failed(500)))).toEqual([true, true, true, false])
  })

  // covers: 9-query-defaults
  it('wait one second, doubling to half a minute', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16000, 30000, 30000])
  })

  // covers: 8.1-retries-of-queries, 9-query-defaults
  it('do not become stale by time or focus; mutations are never retried', () => {
    expect(QUERY_DEFAULTS.queries.staleTime).toBe(Number.POSITIVE_INFINITY)
    expect(QUERY_DEFAULTS.queries.refetchOnWindowFocus).toBe(false)
    expect(QUERY_DEFAULTS.mutations.retry).toBe(false)
  })
})
