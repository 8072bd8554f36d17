import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../kit/eventually.ts'
import { aUser, sessionOf, signedIn } from './kit.ts'

const FAKED = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
beforeEach(() => void vi.useFakeTimers({ toFake: [...FAKED] }))
afterEach(() => void vi.useRealTimers())

describe('another tab', () => {
  const tell = (events: EventTarget, key: string | null) =>
    events.dispatchEvent(Object.assign(new Event('storage'), { key }))

  it('logs this one out as well', async () => {
    const { services, events, storage } = await signedIn()
    services.start()
    await eventually(() => expect(services.session.getState().status).toBe('member'))
    storage.removeItem('authToken')
    tell(events, 'authToken')
    expect(services.session.getState().status).toBe('visitor')
  })

  it('logs this one out when a forced logout cleared the storage', async () => {
    const { services, events, storage } = await signedIn()
    services.start()
    await eventually(() => expect(services.session.getState().status).toBe('member'))
    storage.clear()
    tell(events, null)
    expect(services.session.getState().status).toBe('visitor')
  })

  it('logs this one in as its member', async () => {
    const { services, server, events, storage } = await signedIn()
    services.start()
    await eventually(() => expect(services.session.getState().status).toBe('member'))
    server.on('getSession', sessionOf(aUser({ displayName: 'Benedict' })))
    storage.setItem('authToken', 'token-2')
    tell(events, 'authToken')
    await eventually(() => expect(services.session.getState().user?.displayName).toBe('Benedict'))
    expect(services.session.token()).toBe('token-2')
  })

  it('keeps its new session when the old one here is refused', async () => {
    const { services, storage } = await signedIn()
    storage.setItem('authToken', 'token-2')
    services.forceLogout()
    expect(storage.getItem('authToken')).toBe('token-2')
  })
})
