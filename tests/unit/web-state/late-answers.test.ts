import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../kit/eventually.ts'
import { aUser, type Reply, sessionOf, signedIn } from './kit.ts'

const FAKED = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
beforeEach(() => void vi.useFakeTimers({ toFake: [...FAKED] }))
afterEach(() => void vi.useRealTimers())

const LOGIN = { userName: 'benedict@example.com', password: 'Monsoon-2026' }
const BENEDICT = aUser({ id: '01999999-0000-7000-8000-000000000009', displayName: 'Benedict' })

/** Signs Anika in and holds back the answer to her next request of a route. */
async function waitingFor(route: 'getSession' | 'logout') {
  const browser = await signedIn()
  const late = Promise.withResolvers<Reply>()
  const count = browser.server.of(route).length
  browser.server.on(route, () => late.promise)
  return {
    ...browser,
    answer: late.resolve,
    hasAsked: () => eventually(() => expect(browser.server.of(route)).toHaveLength(count + 1)),
  }
}

describe('a late answer', () => {
  it('does not show the member again who has logged out', async () => {
    const { services, answer, hasAsked } = await waitingFor('getSession')
    const refreshed = services.session.refresh()
    await hasAsked()
    await services.session.logout()
    answer(sessionOf(aUser()))
    await refreshed
    expect(services.session.getState()).toEqual({ status: 'visitor', user: null, figures: null })
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('does not show the earlier member after a login as another one', async () => {
    const { services, server, answer, hasAsked } = await waitingFor('getSession')
    const refreshed = services.session.refresh()
    await hasAsked()
    await services.session.logout()
    server.on('login', { body: { token: 'token-2', user: BENEDICT } })
    server.on('getSession', sessionOf(BENEDICT))
    await services.session.login(LOGIN)
    answer(sessionOf(aUser()))
    await refreshed
    expect(services.session.getState().user?.displayName).toBe('Benedict')
  })

  it('does not suspend the member who has logged in since', async () => {
    const { services, server, answer, hasAsked } = await waitingFor('getSession')
    const refreshed = services.session.refresh().catch(() => undefined)
    await hasAsked()
    await services.session.logout()
    server.on('login', { body: { token: 'token-2', user: BENEDICT } })
    server.on('getSession', sessionOf(BENEDICT))
    await services.session.login(LOGIN)
    answer({ status: 403, body: { code: 'SUSPENDED', message: 'No.' } })
    await refreshed
    expect(services.session.getState()).toMatchObject({ status: 'member', user: { displayName: 'Benedict' } })
    expect(services.session.token()).toBe('token-2')
  })

  it('does not end the session of another tab that has logged in since the logout', async () => {
    const { services, server, storage, answer, hasAsked } = await waitingFor('logout')
    const loggedOut = services.session.logout()
    await hasAsked()
    storage.setItem('authToken', 'token-2')
    server.on('getSession', sessionOf(BENEDICT))
    await services.session.follow()
    answer({ body: { success: true } })
    await loggedOut
    expect(storage.getItem('authToken')).toBe('token-2')
    expect(services.session.getState().user?.displayName).toBe('Benedict')
  })
})
