import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BACKGROUND_HEADER } from '#schema/limits.ts'
import { ROUTES, STREAM_PATH } from '#schema/routes.ts'
import {
  disconnectAddress,
  LOGOUT_ADDRESS,
  MESSAGE_ADDRESS,
  resignAddress,
  SEARCH_ADDRESS,
  SESSION_ADDRESS,
  streamAddress,
} from '#web/data/addresses.ts'
import { FORCED_LOGOUT } from '#web/state/services.ts'
import { eventually } from '../../kit/eventually.ts'
import { aUser, lostConnection, openBrowser, refusal, sessionOf, signedIn } from './kit.ts'

const FAKED = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
beforeEach(() => void vi.useFakeTimers({ toFake: [...FAKED] }))
afterEach(() => void vi.useRealTimers())

const LOGIN = { userName: 'anika@example.com', password: 'Monsoon-2026' }

describe('a call', () => {
  it('carries the session, and a content type only with a body', async () => {
    const { services, server } = await signedIn()
    server.on('listConversations', { body: { elements: [], totalPages: 0, totalElements: 0, last: true } })
    await services.api.call('listConversations', { body: { pageNumber: 0 } })
    await services.api.call('cancelSearch', {})
    const [list] = server.of('listConversations')
    const [cancel] = server.of('cancelSearch')
    expect(list?.headers.get('authorization')).toBe('Bearer token-1')
    expect(list?.headers.get('content-type')).toBe('application/json')
    expect(cancel?.headers.has('content-type')).toBe(false)
  })

  it('carries no session to the login', async () => {
    const { services, server } = await signedIn()
    server.on('login', { body: { token: 'token-2', user: aUser() } })
    await services.session.login(LOGIN)
    expect(server.of('login')[0]?.headers.has('authorization')).toBe(false)
  })

  it('uses the same addresses as code without the route table', () => {
    expect(SEARCH_ADDRESS).toBe(ROUTES.cancelSearch.path)
    expect(LOGOUT_ADDRESS).toBe(ROUTES.logout.path)
    expect(SESSION_ADDRESS).toBe(ROUTES.getSession.path)
    expect(MESSAGE_ADDRESS).toBe(ROUTES.sendMessage.path)
    expect(disconnectAddress('x')).toBe(ROUTES.disconnect.path.replace('{id}', 'x'))
    const resign = ROUTES.resign.path.replace('{id}', 'x')
    expect(resignAddress({ id: 'x' }, true)).toBe(`${resign}?resetPartner=true&unload=true`)
    expect(resignAddress({ id: 'x', openedAt: null }, false)).toBe(`${resign}?resetPartner=true`)
    const openedAt = '2026-11-20T12:00:00.000Z'
    expect(resignAddress({ id: 'x', openedAt }, false)).toBe(
      `${resign}?resetPartner=true&openedAt=${encodeURIComponent(openedAt)}`,
    )
    expect(streamAddress('me', null)).toBe(STREAM_PATH.replace('{userId}', 'me'))
    expect(streamAddress('me', '7-1')).toBe(`${STREAM_PATH.replace('{userId}', 'me')}?lastEventId=7-1`)
  })
})

describe('the session at the start', () => {
  // covers: 3-session-token-storage, 4.1-token-restored-at-startup
  it('returns from the stored token', async () => {
    const { services } = await signedIn()
    expect(services.session.getState()).toMatchObject({
      status: 'member',
      user: { displayName: 'Anika' },
      figures: { onlineUsersWithCommonInterest: 4 },
    })
  })

  it('belongs to a visitor without a token, and makes no request', async () => {
    const { services, server } = openBrowser()
    await services.session.start()
    expect(services.session.getState().status).toBe('visitor')
    expect(server.asked).toHaveLength(0)
  })

  it('keeps the token when the server is unreachable, and can be retried', async () => {
    const { services, server, storage } = openBrowser({ kept: { authToken: 'token-1' } })
    server.on('getSession', lostConnection())
    await services.session.start()
    expect(services.session.getState().status).toBe('unreachable')
    expect(storage.getItem('authToken')).toBe('token-1')
    server.on('getSession', sessionOf(aUser()))
    await services.session.start()
    expect(services.session.getState().status).toBe('member')
  })

  // covers: 4.1-server-unreachable-at-startup
  it('loads again after 2 s and 4 s while the server is unreachable', async () => {
    const { services, server } = openBrowser({ kept: { authToken: 'token-1' } })
    const { getState, subscribe, start } = services.session
    const shown: string[] = []
    subscribe(() => shown.push(getState().status))
    const change = () => new Promise<void>((resolve) => subscribe(resolve))
    const asked = () => server.of('getSession').length
    server.on('getSession', lostConnection())
    await start()
    await vi.advanceTimersByTimeAsync(1_999)
    expect(asked()).toBe(1)
    const second = change()
    await vi.advanceTimersByTimeAsync(1)
    await second
    expect(asked()).toBe(2)
    server.on('getSession', sessionOf(aUser()))
    await vi.advanceTimersByTimeAsync(3_999)
    expect(asked()).toBe(2)
    const third = change()
    await vi.advanceTimersByTimeAsync(1)
    await third
    expect(shown).toEqual(['unreachable', 'unreachable', 'member'])
  })

  // covers: 4.1-server-unreachable-at-startup
  it('loads again at once when the connection is back; a refusal then means a visitor', async () => {
    const { services, server, events } = openBrowser({ kept: { authToken: 'token-1' } })
    const forced = vi.fn()
    events.addEventListener(FORCED_LOGOUT, forced)
    server.on('getSession', lostConnection())
    services.start()
    await eventually(() => expect(services.session.getState().status).toBe('unreachable'))
    server.on('getSession', refusal(401, 'UNAUTHENTICATED'))
    events.dispatchEvent(new Event('online'))
    await eventually(() => expect(services.session.getState().status).toBe('visitor'))
    expect(forced).not.toHaveBeenCalled()
  })

  // covers: 7-session-401, design-expired-token-at-start
  it('belongs to a visitor with an expired token, without a forced logout', async () => {
    const kept = { authToken: 'old', 'ui-theme': 'dark' }
    const { services, server, storage, events } = openBrowser({ kept })
    const forced = vi.fn()
    events.addEventListener(FORCED_LOGOUT, forced)
    server.on('getSession', refusal(401, 'UNAUTHENTICATED'))
    await services.session.start()
    expect(services.session.getState().status).toBe('visitor')
    expect(storage.getItem('authToken')).toBeNull()
    expect(storage.getItem('ui-theme')).toBe('dark')
    expect(forced).not.toHaveBeenCalled()
    expect(services.toasts.getState()).toBeNull()
  })
})

describe('the session', () => {
  // covers: 7-session-refetch
  it('refreshes every minute', async () => {
    const { services, server } = await signedIn()
    server.on('getSession', sessionOf(aUser({ displayName: 'Anika K' })))
    await vi.advanceTimersByTimeAsync(59_999)
    expect(server.of('getSession')).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    await eventually(() => expect(services.session.getState().user?.displayName).toBe('Anika K'))
    expect(server.of('getSession')).toHaveLength(2)
  })

  it('refreshes a minute after a login even if the first read failed', async () => {
    const { services, server } = openBrowser()
    server.on('login', { body: { token: 'token-2', user: aUser() } })
    server.on('getSession', lostConnection())
    await services.session.start()
    await services.session.login(LOGIN)
    await eventually(() => expect(server.of('getSession')).toHaveLength(1))
    server.on('getSession', sessionOf(aUser({ displayName: 'Anika K' })))
    await vi.advanceTimersByTimeAsync(60_000)
    await eventually(() => expect(services.session.getState().user?.displayName).toBe('Anika K'))
  })

  it('leaves no timer behind when it ends', async () => {
    const { services } = await signedIn()
    expect(vi.getTimerCount()).toBe(1)
    await services.session.logout()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('marks only its automatic reads as background requests', async () => {
    const { services, server } = await signedIn()
    await vi.advanceTimersByTimeAsync(60_000)
    await services.session.refresh()
    const [first, minute, asked] = server.of('getSession')
    expect(first?.headers.has(BACKGROUND_HEADER)).toBe(false)
    expect(minute?.headers.get(BACKGROUND_HEADER)).toBe('1')
    expect(asked?.headers.has(BACKGROUND_HEADER)).toBe(false)
  })

  it('stays unread after the logout', async () => {
    const { services, server } = await signedIn()
    await services.session.logout()
    await vi.advanceTimersByTimeAsync(180_000)
    expect(server.of('getSession')).toHaveLength(1)
  })

  // covers: 3-session-token-storage
  it('ends with a logout, which keeps the theme', async () => {
    const { services, server, storage } = await signedIn()
    services.theme.toggle()
    await services.session.logout()
    expect(server.of('logout')[0]?.headers.get('authorization')).toBe('Bearer token-1')
    expect(services.session.getState().status).toBe('visitor')
    expect(storage.getItem('authToken')).toBeNull()
    expect(storage.getItem('ui-theme')).toBe('dark')
  })

  it('stays when the server fails to end it', async () => {
    const { services, server } = await signedIn()
    server.on('logout', refusal(500, 'INTERNAL'))
    await expect(services.session.logout()).rejects.toMatchObject({ code: 'INTERNAL' })
    expect(services.session.getState().status).toBe('member')
  })

  it('removes a registration draft from the local storage', () => {
    const { services, storage } = openBrowser({ kept: { 'register-draft': '{"phone":"+919822012345"}' } })
    services.start()
    expect(storage.getItem('register-draft')).toBeNull()
  })
})

describe('the position', () => {
  const PUNE = { latitude: 18.520431, longitude: 73.856744, accuracy: 34.6 }
  const HEADERS = ['latitude', 'longitude', 'accuracy']
  const told = (headers: Headers | undefined) => HEADERS.map((name) => headers?.get(name))

  it('goes out with the session’s refresh once it is known', async () => {
    const { services, server } = await signedIn()
    services.position.setState(PUNE)
    await services.session.refresh()
    const [first, second] = server.of('getSession')
    expect(told(first?.headers)).toEqual([null, null, null])
    expect(told(second?.headers)).toEqual(['18.520431', '73.856744', '35'])
  })

  // covers: 3-registration-coordinates
  it('goes out with a registration, in headers and body', async () => {
    const { services, server, arrivals } = openBrowser()
    services.position.setState(PUNE)
    server.on('register', { body: { token: 'token-1', user: aUser() } })
    server.on('getSession', sessionOf(aUser()))
    const { userName, displayName, phone, interests, gender, age, lookingFor, nearBy } = aUser()
    await services.session.register({
      userName,
      displayName,
      phone,
      interests,
      gender,
      age,
      lookingFor,
      nearBy,
      password: LOGIN.password,
    })
    const [asked] = server.of('register')
    expect(told(asked?.headers)).toEqual(['18.520431', '73.856744', '35'])
    expect(asked?.body).toMatchObject({ latitude: 18.520431, longitude: 73.856744 })
    expect(arrivals).toEqual(['register'])
  })
})

describe('the session’s freshness', () => {
  // covers: 7-session-refetch
  it('lasts 30 s, without a request until then', async () => {
    const { services, server } = await signedIn()
    await vi.advanceTimersByTimeAsync(29_000)
    await services.session.refreshIfStale()
    expect(server.of('getSession')).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    await services.session.refreshIfStale()
    expect(server.of('getSession')).toHaveLength(2)
  })

  it('renews itself every 60 s', async () => {
    const { server } = await signedIn()
    await vi.advanceTimersByTimeAsync(121_000)
    expect(server.of('getSession').length).toBeGreaterThanOrEqual(3)
  })

  // covers: 7-update-user
  it('accepts a changed user at once, but only the same one', async () => {
    const { services } = await signedIn()
    services.session.replaceUser(aUser({ displayName: 'Renamed' }))
    services.session.replaceUser(aUser({ id: crypto.randomUUID(), displayName: 'Somebody else' }))
    expect(services.session.getState().user?.displayName).toBe('Renamed')
  })
})
