import { describe, expect, it } from 'vitest'
import type { PushState } from '#schema/push.ts'
import { pushBlocker } from '#web/state/ring/push-blocker.ts'
import { setUpPush } from '#web/state/ring/set-up-push.ts'
import { ME } from './kit.ts'
import { aPushBrowser } from './push-kit.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'

/** The answer to a member who asks to be rung in this browser. `elsewhere`: another device of theirs gets push messages. */
async function setUp(options: Parameters<typeof aPushBrowser>[0], { elsewhere = false, key = 'BOne' } = {}) {
  const { window, server, storage, browser } = aPushBrowser(options)
  const api = { call: async (name: string) => void server.calls.push(name) }
  const devices = elsewhere ? [{ id: 'phone', current: false }] : []
  const state = { publicKey: key || null, devices } as unknown as PushState
  const deps = { window, api, storage, userId: ME } as unknown as Parameters<typeof setUpPush>[0]
  return { outcome: await setUpPush(deps, state), asked: browser.asked, server, deps, state }
}

describe('asking to be rung', () => {
  // covers: beyond-ring-card
  it.each([
    ['on', {}],
    ['refused', { answer: 'denied' }],
    ['denied', { permission: 'denied' }],
    ['unavailable', { isPrivate: true }],
  ] as const)('turns push messages on in this browser, or says that it is %s', async (outcome, options) => {
    expect(await setUp(options)).toMatchObject({ outcome, asked: outcome === 'denied' ? 0 : 1 })
  })

  it('needs no push messages in this browser if another device gets them', async () => {
    expect((await setUp({ answer: 'denied' }, { elsewhere: true })).outcome).toBe('elsewhere')
  })

  it('asks nothing in a browser that gets push messages already', async () => {
    const { deps, state, server } = await setUp({})
    const before = server.calls.length
    const devices = [{ id: 'this', current: true }] as PushState['devices']
    expect(await setUpPush(deps, { ...state, devices })).toBe('on')
    expect(server.calls).toHaveLength(before)
  })

  // covers: beyond-ring-card
  it('says that a browser forbids notifications that it allowed earlier', async () => {
    const { deps, state } = await setUp({ permission: 'denied' })
    const devices = [{ id: 'this', current: true }] as PushState['devices']
    expect(await setUpPush(deps, { ...state, devices })).toBe('denied')
  })

  it('says that an iPhone needs the app on its Home Screen', async () => {
    const { deps, state } = await setUp({})
    const navigator = { userAgent: IPHONE, maxTouchPoints: 5 }
    expect(await setUpPush({ ...deps, window: { navigator } }, state)).toBe('needs-home-screen')
  })

  it('says that a server without a key cannot ring', async () => {
    expect((await setUp({}, { key: '' })).outcome).toBe('unsupported')
  })
})

describe('pushBlocker', () => {
  const here = { id: 'this', current: true }
  const phone = { id: 'phone', current: false }
  const blocker = (permission: NotificationPermission, devices: object[]) =>
    pushBlocker(aPushBrowser({ permission }).window, { devices: devices as PushState['devices'] })

  // covers: beyond-ring-card
  it.each([
    ['a browser that may ask', 'default', [], null],
    ['a browser that blocks notifications', 'denied', [], 'denied'],
    ['a browser that blocks them now, although it is turned on', 'denied', [here], 'denied'],
    ['a browser that blocks them beside another device', 'denied', [here, phone], null],
  ] as const)('names it before the member asks, in %s', (_, permission, devices, expected) => {
    expect(blocker(permission, [...devices])).toBe(expected)
  })
})
