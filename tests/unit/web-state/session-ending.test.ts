import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSessionStore } from '#web/state/session/session.ts'
import type { SessionEnding } from '#web/state/session/session-ending.ts'
import { eventually } from '../../kit/eventually.ts'
import { createStorage, keysIn } from '../../kit/storage.ts'
import { aUser, type createScriptedServer, lostConnection, openBrowser, refusal, signedIn } from './kit.ts'

const FAKED = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
beforeEach(() => void vi.useFakeTimers({ toFake: [...FAKED] }))
afterEach(() => void vi.useRealTimers())

type Browser = Awaited<ReturnType<typeof signedIn>>

async function sendTooMuch({ services, server }: Browser) {
  server.on('listConversations', refusal(429, 'RATE_LIMITED'))
  for (let count = 0; count < 5; count += 1)
    await services.api.call('listConversations', { body: {} }).catch(() => undefined)
  expect(services.session.getState().status).toBe('visitor')
}

const tokensOf = (server: ReturnType<typeof createScriptedServer>) =>
  server.of('logout').map(({ headers }) => headers.get('authorization'))

describe('the end of a session on the server', () => {
  // covers: 4.1-forced-logout-ends-the-session
  it('follows the automatic logout after too many requests, also if the page closes', async () => {
    const browser = await signedIn()
    await sendTooMuch(browser)
    await eventually(() => expect(tokensOf(browser.server)).toEqual(['Bearer token-1']))
    expect(browser.server.of('logout')[0]?.keepalive).toBe(true)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(browser.server.of('logout')).toHaveLength(1)
    expect(keysIn(browser.storage)).toEqual(['has-logged-in'])
  })

  it('goes out again, more and more slowly, until the server answers', async () => {
    const browser = await signedIn()
    browser.server.on('logout', lostConnection())
    await sendTooMuch(browser)
    for (const [pause, count] of [
      [2_000, 2],
      [4_000, 3],
      [8_000, 4],
    ] as const) {
      await vi.advanceTimersByTimeAsync(pause)
      expect(browser.server.of('logout')).toHaveLength(count)
    }
    browser.server.on('logout', refusal(429, 'RATE_LIMITED'))
    await vi.advanceTimersByTimeAsync(16_000)
    browser.server.on('logout', { body: { success: true } })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(browser.server.of('logout')).toHaveLength(6)
    expect(keysIn(browser.storage)).toEqual(['has-logged-in'])
    await vi.advanceTimersByTimeAsync(120_000)
    expect(new Set(tokensOf(browser.server))).toEqual(new Set(['Bearer token-1']))
    expect(browser.server.of('logout')).toHaveLength(6)
  })

  it('passes to the next page, which knows it by the cookie and finds no token stored', async () => {
    const browser = await signedIn()
    browser.server.on('logout', lostConnection())
    await sendTooMuch(browser)
    await eventually(() => expect(browser.storage.length).toBe(1))
    const kept = { ...browser.storage } as Record<string, string>
    expect(JSON.stringify(kept)).not.toContain('token-1')
    const later = openBrowser({ kept: { 'session-ending': '1' } })
    await later.services.session.start()
    await eventually(() => expect(tokensOf(later.server)).toEqual([null]))
    await eventually(() => expect(later.storage).toHaveLength(0))
  })

  it('does not go out at the start of a page without such a session', async () => {
    const { services, server } = openBrowser()
    await services.session.start()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.asked).toEqual([])
  })

  it('stops at a login, which replaces the session of the browser', async () => {
    const browser = await signedIn()
    const { services, server, storage } = browser
    server.on('logout', lostConnection())
    await sendTooMuch(browser)
    await eventually(() => expect(storage.getItem('session-ending')).not.toBeNull())
    const { user } = (await signedIn()).services.session.getState()
    server.on('login', { body: { token: 'token-2', user } })
    await services.session.login({ userName: 'a@b.cd', password: 'x' })
    const count = server.of('logout').length
    await vi.advanceTimersByTimeAsync(120_000)
    expect(server.of('logout')).toHaveLength(count)
    expect(storage.getItem('session-ending')).toBeNull()
    expect(services.session.token()).toBe('token-2')
  })

  it('follows a logout without a connection, which clears this browser at once', async () => {
    const { services, server, storage } = await signedIn()
    server.on('logout', lostConnection())
    expect(await services.session.logout()).toEqual({ hasEnded: false })
    expect(services.session.getState().status).toBe('visitor')
    expect(storage.getItem('authToken')).toBeNull()
    server.on('logout', { body: { success: true } })
    await vi.advanceTimersByTimeAsync(2_000)
    await eventually(() => expect(storage.getItem('session-ending')).toBeNull())
    expect(tokensOf(server).at(-1)).toBe('Bearer token-1')
  })

  it('follows when the server forbids a stored token', async () => {
    const { services, server } = openBrowser({ kept: { authToken: 'token-1' } })
    server.on('getSession', refusal(403, 'FORBIDDEN'))
    await services.session.start()
    await eventually(() => expect(tokensOf(server)).toEqual(['Bearer token-1']))
  })

  it('does not go out for a session that the server has ended already', async () => {
    const { services, server } = await signedIn()
    server.on('listConversations', refusal(401, 'UNAUTHENTICATED'))
    await services.api.call('listConversations', { body: {} }).catch(() => undefined)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(services.session.getState().status).toBe('visitor')
    expect(server.of('logout')).toHaveLength(0)
  })

  it('does not go out for a session that another tab has replaced by its login', async () => {
    const { services, server, storage } = await signedIn()
    storage.setItem('authToken', 'token-2')
    services.forceLogout(undefined, { hasEnded: false })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.of('logout')).toHaveLength(0)
    expect(storage.getItem('authToken')).toBe('token-2')
  })
})

/** A session whose code that ends it on the server loads when the test says. */
async function withLoads() {
  const { api } = openBrowser({ kept: { authToken: 'token-1' } }).services
  const storage = createStorage()
  const loads: PromiseWithResolvers<SessionEnding>[] = []
  const ended: (string | null)[] = []
  const session = createSessionStore({
    api: { ...api, call: (async () => ({ data: { token: 'token-2', user: aUser() } })) as never },
    storage,
    tokens: storage,
    now: () => Date.now(),
    loadEnding: () => {
      const load = Promise.withResolvers<SessionEnding>()
      loads.push(load)
      return load.promise
    },
    position: () => null,
    recall: async () => null,
    onArrival: () => undefined,
  })
  storage.setItem('authToken', 'token-1')
  await session.start()
  const loaded: SessionEnding = { end: (token) => void ended.push(token), stop: () => undefined }
  return {
    session,
    storage,
    loads,
    loaded,
    ended,
    logIn: () => session.login({ userName: 'a@b.cd', password: 'x' }),
  }
}

describe('the code that ends a session on the server', () => {
  // covers: 4.1-forced-logout-ends-the-session
  it('loads again for the next session when it could not be loaded', async () => {
    const { session, storage, loads, loaded, ended, logIn } = await withLoads()
    session.abandon()
    loads[0]?.reject(lostConnection())
    await eventually(() => expect(storage.getItem('session-ending')).toBe('1'))
    await logIn()
    expect(storage.getItem('session-ending')).toBeNull()
    session.abandon()
    loads[1]?.resolve(loaded)
    await eventually(() => expect(ended).toEqual(['token-2']))
  })

  // covers: 4.1-forced-logout-ends-the-session
  it('keeps the session of a login that came before the earlier session could be loaded', async () => {
    const { session, storage, loads, logIn } = await withLoads()
    session.abandon()
    await logIn()
    loads[0]?.reject(lostConnection())
    await vi.advanceTimersByTimeAsync(0)
    expect(storage.getItem('session-ending')).toBeNull()
    expect(session.token()).toBe('token-2')
  })

  it('does not end a session by its cookie that another tab has opened before it was loaded', async () => {
    const { session, storage, loads, loaded, ended } = await withLoads()
    session.drop()
    storage.setItem('session-ending', '1')
    await session.start()
    storage.setItem('authToken', 'token-2')
    loads[0]?.resolve(loaded)
    await vi.advanceTimersByTimeAsync(0)
    expect(ended).toEqual([])
  })

  it('stays unloaded on a page without a session of its own', async () => {
    const { session, storage, loads } = await withLoads()
    session.drop()
    session.abandon()
    session.drop({ hasEnded: false })
    storage.setItem('authToken', 'token-2')
    session.abandon()
    expect(loads).toEqual([])
    expect(storage.getItem('authToken')).toBe('token-2')
  })

  it('loads when the connection returns, if a session is still to be ended', async () => {
    const { services, server, storage, events } = openBrowser()
    services.start()
    storage.setItem('session-ending', '1')
    events.dispatchEvent(new Event('online'))
    await eventually(() => expect(tokensOf(server)).toEqual([null]))
    await eventually(() => expect(storage.getItem('session-ending')).toBeNull())
  })
})
