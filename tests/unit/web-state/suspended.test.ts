import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isReportedAlready } from '#web/data/failure.ts'
import { createMemberServices } from '#web/state/session/member.ts'
import { eventually } from '../../kit/eventually.ts'
import { aUser, ME, openBrowser, type Reply, refusal, sessionOf, signedIn } from './kit.ts'

const FAKED = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
beforeEach(() => void vi.useFakeTimers({ toFake: [...FAKED] }))
afterEach(() => void vi.useRealTimers())

const LOGIN = { userName: 'anika@example.com', password: 'Monsoon-2026' }
const SUSPENDED = refusal(403, 'SUSPENDED', 'This account is suspended.')
const SUSPENDED_LOGIN = { status: 403, body: { ...SUSPENDED.body, token: 'token-1' } }

describe('a suspended member', () => {
  it('sees the suspension at the start, and stays signed in', async () => {
    const { services, server, storage } = openBrowser({ kept: { authToken: 'token-1' } })
    server.on('getSession', SUSPENDED)
    await services.session.start()
    expect(services.session.getState()).toEqual({ status: 'suspended', user: null, figures: null })
    expect(services.session.token()).toBe('token-1')
    expect(storage.getItem('authToken')).toBe('token-1')
    expect(services.toasts.getState()).toBeNull()
  })

  // covers: beyond-suspended-at-login
  it('logs in with the token of the refusal, and stays signed in after a reload', async () => {
    const { services, server, storage, arrivals } = openBrowser()
    server.on('login', SUSPENDED_LOGIN)
    await services.session.login(LOGIN)
    expect(services.session.getState().status).toBe('suspended')
    expect(services.session.token()).toBe('token-1')
    expect(arrivals).toEqual([])
    const reloaded = openBrowser({ server, kept: { authToken: storage.getItem('authToken') ?? '' } })
    server.on('getSession', SUSPENDED)
    await reloaded.services.session.start()
    expect(reloaded.services.session.getState().status).toBe('suspended')
  })

  it('sees the suspension after any refused call, without a toast', async () => {
    const { services, server } = await signedIn()
    server.on('listConversations', SUSPENDED)
    const failure = await services.api
      .call('listConversations', { body: {} })
      .catch((error: unknown) => error)
    expect(isReportedAlready(failure)).toBe(true)
    expect(services.session.getState().status).toBe('suspended')
  })

  it('sees the suspension after the regular refresh, which then stops', async () => {
    const { services, server } = await signedIn()
    server.on('getSession', SUSPENDED)
    await vi.advanceTimersByTimeAsync(60_000)
    await eventually(() => expect(services.session.getState().status).toBe('suspended'))
    await vi.advanceTimersByTimeAsync(180_000)
    expect(server.of('getSession')).toHaveLength(2)
  })

  it('becomes a member again when the suspension ends, and the refresh resumes', async () => {
    const { services, server } = openBrowser({ kept: { authToken: 'token-1' } })
    server.on('getSession', SUSPENDED)
    await services.session.start()
    server.on('getSession', sessionOf(aUser()))
    await services.session.refresh()
    expect(services.session.getState()).toMatchObject({ status: 'member', user: { displayName: 'Anika' } })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.of('getSession')).toHaveLength(3)
  })

  it('can leave this browser without the server, and keeps the theme', async () => {
    const { services, server, storage } = openBrowser({ kept: { authToken: 'token-1', 'ui-theme': 'dark' } })
    server.on('getSession', SUSPENDED)
    await services.session.start()
    services.session.leave()
    expect(services.session.getState().status).toBe('visitor')
    expect(storage.getItem('authToken')).toBeNull()
    expect(storage.getItem('ui-theme')).toBe('dark')
  })
})

describe('a refusal for a suspension', () => {
  it('does not affect a session that has replaced it', async () => {
    const { services, server, storage } = await signedIn()
    const late = Promise.withResolvers<Reply>()
    server.on('listConversations', () => late.promise)
    const call = services.api.call('listConversations', { body: {} }).catch(() => undefined)
    await eventually(() => expect(server.of('listConversations')).toHaveLength(1))
    storage.setItem('authToken', 'token-2')
    await services.session.follow()
    late.resolve(SUSPENDED)
    await call
    expect(services.session.getState().status).toBe('member')
    expect(services.session.token()).toBe('token-2')
  })

  it('opens no session without a token', async () => {
    const { services, server } = openBrowser()
    await services.session.start()
    server.on('login', SUSPENDED)
    await expect(services.session.login(LOGIN)).rejects.toMatchObject({ code: 'SUSPENDED' })
    expect(services.session.getState().status).toBe('visitor')
  })
})

describe('the live stream', () => {
  /** Signs a member in, with a stream that answers this. */
  async function listening(answer: Response) {
    const browser = await signedIn()
    const { services, server, storage, events } = browser
    const fetch: typeof globalThis.fetch = (input, init) =>
      String(input).startsWith('/subscribe/') ? Promise.resolve(answer) : server.fetch(input, init)
    const document = { visibilityState: 'hidden' }
    const page = { fetch, navigator: { sendBeacon: vi.fn() }, localStorage: storage, document }
    const forced = vi.fn()
    events.addEventListener('unauthorized-logout', forced)
    const { stream } = createMemberServices(services, ME, page as unknown as Window & typeof globalThis)
    return { ...browser, stream, forced }
  }
  const said = (data: object) => new Response(`event: session_ended\ndata: ${JSON.stringify(data)}\n\n`)

  // covers: beyond-suspended-during-visit
  it('shows the suspension without a logout', async () => {
    const { stream, services, forced } = await listening(said({ message: 'Suspended.', code: 'SUSPENDED' }))
    stream.open(ME)
    await eventually(() => expect(services.session.getState().status).toBe('suspended'))
    stream.close()
    expect(forced).not.toHaveBeenCalled()
    expect(services.session.token()).toBe('token-1')
  })

  it('ends any other session as before', async () => {
    const { stream, services, forced } = await listening(said({ message: 'Logged out elsewhere.' }))
    stream.open(ME)
    await eventually(() => expect(services.session.getState().status).toBe('visitor'))
    stream.close()
    expect(forced).toHaveBeenCalledOnce()
    // The text of the page, which is in its language.
    expect(services.toasts.getState()?.description).toBe('Your session has expired. Please log in again.')
  })

  it('reads the session when it is refused', async () => {
    const held = await listening(new Response(null, { status: 401 }))
    held.server.on('getSession', SUSPENDED)
    held.stream.open(ME)
    await eventually(() => expect(held.services.session.getState().status).toBe('suspended'))
    held.stream.close()
    expect(held.forced).not.toHaveBeenCalled()

    const over = await listening(new Response(null, { status: 401 }))
    over.server.on('getSession', refusal(401, 'UNAUTHENTICATED'))
    over.stream.open(ME)
    await eventually(() => expect(over.services.session.getState().status).toBe('visitor'))
    over.stream.close()
    expect(over.forced).toHaveBeenCalledOnce()
  })
})
