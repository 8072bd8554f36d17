import { describe, expect, it } from 'vitest'
import { noteArrival } from '#web/state/session/arrival.ts'
import { createStorage } from '../../kit/storage.ts'
import { aUser, ME, signedIn } from './kit.ts'

/** A member whose visit the server takes note of. */
async function aMember(nearBy: boolean) {
  const { services, server } = await signedIn({ nearBy })
  server.on('recordVisit', {
    body: {
      id: ME,
      visitorId: ME,
      profileOwnerId: ME,
      visitTime: '2026-11-20T12:00:00.000Z',
      visitType: 'login',
    },
  })
  return services
}

/** A browser that refuses to tell where it is, with the draft of a registration in this tab. */
function aRefusingWindow() {
  const sessionStorage = createStorage()
  sessionStorage.setItem('register-draft', '{"phone":"+919822012345"}')
  let asked = 0
  const geolocation = {
    getCurrentPosition(_found: unknown, failed: (error: { code: number }) => void) {
      asked += 1
      failed({ code: 1 })
    },
  }
  const navigator = { geolocation, permissions: undefined, userAgent: '' }
  const window = { sessionStorage, localStorage: createStorage(), isSecureContext: true, navigator }
  return { window: window as unknown as Window, sessionStorage, asked: () => asked }
}

describe('after a login', () => {
  it('asks a member who wants to be found nearby for the location, and tells a problem', async () => {
    const services = await aMember(true)
    const { window, asked } = aRefusingWindow()
    await noteArrival(window, services, { token: 'token-1', user: aUser({ nearBy: true }) }, 'login')
    expect(asked()).toBe(1)
    expect(services.toasts.getState()?.title).toBe('Location Notice')
  })

  it('shows no location notice on the next visit of a member who read it', async () => {
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

  it('asks no member for the location who did not switch nearby on, and tells them nothing', async () => {
    const services = await aMember(false)
    const { window, asked } = aRefusingWindow()
    await noteArrival(window, services, { token: 'token-1', user: aUser() }, 'login')
    expect(asked()).toBe(0)
    expect(services.toasts.getState()).toBeNull()
  })

  it('removes the draft of a registration from the tab', async () => {
    const services = await aMember(false)
    const { window, sessionStorage } = aRefusingWindow()
    await noteArrival(window, services, { token: 'token-1', user: aUser() }, 'login')
    expect(sessionStorage.getItem('register-draft')).toBeNull()
  })
})
