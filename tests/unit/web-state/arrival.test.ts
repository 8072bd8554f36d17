import { describe, expect, it } from 'vitest'
import { noteArrival } from '#web/state/session/arrival.ts'
import { aUser, ME, PARTNER, signedIn } from './kit.ts'

/** Signs a member in with a server that records visits. */
async function aMember(nearBy: boolean) {
  return (await aBrowser(nearBy)).services
}

async function aBrowser(nearBy: boolean) {
  const browser = await signedIn({ nearBy })
  const { server } = browser
  server.on('recordVisit', {
    body: {
      id: ME,
      visitorId: ME,
      profileOwnerId: ME,
      visitTime: '2026-11-20T12:00:00.000Z',
      visitType: 'login',
    },
  })
  return browser
}

type Found = (position: { coords: { latitude: number; longitude: number; accuracy: number } }) => void
type Failed = (error: { code: number }) => void

/** A browser that answers each question for its position like this. It counts the questions. */
function aWindow(answer: (found: Found, failed: Failed) => void) {
  let asked = 0
  const geolocation = {
    getCurrentPosition(found: Found, failed: Failed) {
      asked += 1
      answer(found, failed)
    },
  }
  const navigator = { geolocation, permissions: undefined, userAgent: '' }
  const window = { isSecureContext: true, navigator }
  return { window: window as unknown as Window, asked: () => asked }
}

/** A browser that reports its position. */
function aTellingWindow() {
  const coords = { latitude: 18.52, longitude: 73.85, accuracy: 30 }
  return { coords, ...aWindow((found) => found({ coords })) }
}

/** A browser that denies its position. */
const aRefusingWindow = () => aWindow((_found, failed) => failed({ code: 1 }))

describe('after a login', () => {
  // covers: 8.4-location-never-blocks
  it('asks members with nearby switched on for the location, and reports a problem', async () => {
    const services = await aMember(true)
    const { window, asked } = aRefusingWindow()
    await noteArrival(window, services, { token: 'token-1', user: aUser({ nearBy: true }) }, 'login')
    expect(asked()).toBe(1)
    expect(services.toasts.getState()?.title).toBe('Location Notice')
  })

  it('does not repeat a location notice that the member has read', async () => {
    const services = await aMember(true)
    const { window } = aRefusingWindow()
    const arrive = () =>
      noteArrival(window, services, { token: 'token-1', user: aUser({ nearBy: true }) }, 'login')
    await arrive()
    const notice = services.toasts.getState()
    services.toasts.close(notice?.id ?? 0)
    await arrive()
    expect(services.toasts.getState()).toMatchObject({ id: notice?.id, open: false })
  })

  // covers: 8.4-location-notice-once
  it('does not ask members without nearby for the location, and shows no notice', async () => {
    const services = await aMember(false)
    const { window, asked } = aRefusingWindow()
    await noteArrival(window, services, { token: 'token-1', user: aUser() }, 'login')
    expect(asked()).toBe(0)
    expect(services.toasts.getState()).toBeNull()
  })

  it('removes the draft of a registration from the tab', async () => {
    const services = await aMember(false)
    const { window } = aRefusingWindow()
    services.tabStorage.setItem('register-draft', '{"phone":"+919822012345"}')
    await noteArrival(window, services, { token: 'token-1', user: aUser() }, 'login')
    expect(services.tabStorage.getItem('register-draft')).toBeNull()
  })

  it('records the visit with the location, and reads the session again', async () => {
    const { services, server } = await aBrowser(true)
    const { window, coords } = aTellingWindow()
    const read = server.of('getSession').length
    await noteArrival(window, services, { token: 'token-1', user: aUser({ nearBy: true }) }, 'login')
    expect(server.of('recordVisit').map(({ body }) => body)).toEqual([
      { profileOwnerId: ME, visitType: 'login', location: coords },
    ])
    expect(server.of('getSession').slice(read)).toHaveLength(1)
    expect(server.of('getSession').at(-1)?.headers.get('latitude')).toBe('18.520000')
  })

  it('records the visit without a location, and does not read the session again', async () => {
    const { services, server } = await aBrowser(false)
    const read = server.of('getSession').length
    await noteArrival(aTellingWindow().window, services, { token: 'token-1', user: aUser() }, 'login')
    expect(server.of('recordVisit').map(({ body }) => body)).toEqual([
      { profileOwnerId: ME, visitType: 'login', location: null },
    ])
    expect(server.of('getSession')).toHaveLength(read)
  })

  it('records no visit for a session that has ended or changed', async () => {
    const { services, server } = await aBrowser(false)
    const { window } = aTellingWindow()
    const other = aUser({ id: PARTNER })
    await noteArrival(window, services, { token: 'token-1', user: other }, 'login')
    services.session.drop()
    await noteArrival(window, services, { token: 'token-1', user: aUser() }, 'login')
    expect(server.of('recordVisit')).toEqual([])
  })

  it('welcomes back only members whose closed account was reopened', async () => {
    const services = await aMember(false)
    const { window } = aTellingWindow()
    const opened = { token: 'token-1', user: aUser() }
    await noteArrival(window, services, { ...opened, reopened: false }, 'login')
    expect(services.toasts.getState()).toBeNull()
    await noteArrival(window, services, { ...opened, reopened: true }, 'login')
    expect(services.toasts.getState()).toMatchObject({
      title: 'Welcome back',
      description: 'Your account is open again, with everything in it.',
    })
  })
})

describe('after a registration', () => {
  it('records the visit with the location of the form, without asking again', async () => {
    const { services, server } = await aBrowser(true)
    const { window, coords, asked } = aTellingWindow()
    services.position.setState(coords)
    const read = server.of('getSession').length
    await noteArrival(window, services, { token: 'token-1', user: aUser({ nearBy: true }) }, 'register')
    expect(asked()).toBe(0)
    expect(server.of('recordVisit').map(({ body }) => body)).toEqual([
      { profileOwnerId: ME, visitType: 'register', location: coords },
    ])
    expect(server.of('getSession')).toHaveLength(read)
  })
})
