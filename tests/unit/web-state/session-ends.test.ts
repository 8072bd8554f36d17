import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readStream } from '#web/state/live/stream-reader.ts'
import { ME, openBrowser, refusal, signedIn } from './kit.ts'

const FAKED = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
beforeEach(() => void vi.useFakeTimers({ toFake: [...FAKED] }))
afterEach(() => void vi.useRealTimers())

const entriesOf = (storage: Storage) =>
  Array.from({ length: storage.length }, (_, index) => {
    const key = storage.key(index) ?? ''
    return [key, storage.getItem(key)] as const
  })

describe('the session', () => {
  it('drops all stored data but the mark of a login at the start if its token is forbidden', async () => {
    const { services, server, storage } = openBrowser({ kept: { authToken: 'token-1', 'ui-theme': 'dark' } })
    server.on('getSession', refusal(403, 'FORBIDDEN'))
    await services.session.start()
    expect(services.session.getState()).toEqual({ status: 'visitor', user: null, figures: null })
    expect(services.session.token()).toBeNull()
    expect(Object.fromEntries(entriesOf(storage))).toEqual({ 'has-logged-in': '1' })
  })

  // covers: 4.1-language-outlasts-forced-logout
  it('keeps the language of the page and the mark of a login when its end clears the other stored data', async () => {
    const { services, server, storage } = await signedIn()
    storage.setItem('language', 'de')
    storage.setItem('last-matched-conversation', 'chat-1')
    server.on('listConversations', refusal(401, 'UNAUTHORIZED'))
    await services.api.call('listConversations', { body: {} }).catch(() => undefined)
    expect(services.session.getState().status).toBe('visitor')
    expect(Object.fromEntries(entriesOf(storage))).toEqual({ language: 'de', 'has-logged-in': '1' })
  })

  it('keeps the other stored data when it learns of its own logout before the answer', async () => {
    const { services, server, storage } = await signedIn()
    storage.setItem('passkey-offer', 'later')
    storage.setItem('good-conversations', `${ME} chat-1`)
    server.on('logout', () => {
      services.forceLogout(undefined, { background: true })
      return new Response(null, { status: 204 })
    })
    await services.session.logout()
    expect(services.session.getState().status).toBe('visitor')
    expect(storage.getItem('passkey-offer')).toBe('later')
    expect(storage.getItem('good-conversations')).toBeNull()
    expect(services.toasts.getState()).toBeNull()
  })

  it('stays unread once it is disposed', async () => {
    const { services, server } = await signedIn()
    services.session[Symbol.dispose]()
    await vi.advanceTimersByTimeAsync(180_000)
    expect(server.of('getSession')).toHaveLength(1)
  })
})

describe('a live stream without a session', () => {
  it('sends no token', async () => {
    const stop = new AbortController()
    const headers: (string | null)[] = []
    await readStream(
      {
        fetch: async (_, init) => {
          headers.push(new Headers(init?.headers).get('authorization'))
          return new Response(null, { status: 401 })
        },
        prepare: async () => undefined,
        token: () => null,
        nameStream: () => 'stream-1',
        lastId: () => null,
        onEvent: () => undefined,
        onHeartbeat: () => undefined,
        onConnected: () => undefined,
        onWake: () => () => undefined,
        onRefused: async () => 'over',
      },
      ME,
      stop.signal,
    )
    expect(headers).toEqual(['Bearer'])
  })
})
