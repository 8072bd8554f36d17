import { describe, expect, it } from 'vitest'
import { STORAGE_KEYS } from '#web/data/storage-keys.ts'
import { pushSupport } from '#web/state/push/push-support.ts'
import { ME } from './kit.ts'
import { aPushBrowser } from './push-kit.ts'

describe('turning push messages on', () => {
  // covers: beyond-push-settings
  it('asks the browser, subscribes with the key of the server, and tells the server', async () => {
    const { browser, server, device, storage, endpoint } = aPushBrowser()
    expect(await device.turnOn(server.publicKey)).toBe('on')
    expect([browser.asked, server.devices]).toEqual([1, [endpoint()]])
    expect(storage.getItem(STORAGE_KEYS.push)).toBe(ME)
  })

  // covers: beyond-push-settings
  it.each([
    ['refused', { answer: 'denied' }],
    ['refused', { answer: 'default' }],
    ['unavailable', { isPrivate: true }],
  ] as const)('leaves nothing behind when it is %s', async (outcome, options) => {
    const { server, device, storage, endpoint } = aPushBrowser(options)
    expect(await device.turnOn(server.publicKey)).toBe(outcome)
    expect([endpoint(), server.calls, storage.getItem(STORAGE_KEYS.push)]).toEqual([null, [], null])
  })
})

describe('turning push messages off', () => {
  // covers: beyond-push-settings
  it('ends the subscription on the server and in the browser, and closes what is on screen', async () => {
    const { browser, server, device, storage, endpoint } = aPushBrowser()
    await device.turnOn(server.publicKey)
    await device.turnOff(endpoint())
    expect([server.devices, endpoint(), browser.closed]).toEqual([[], null, 1])
    expect(storage.getItem(STORAGE_KEYS.push)).toBeNull()
  })
})

describe('a page that opens again', () => {
  const subscribed = async () => {
    const browser = aPushBrowser()
    await browser.device.turnOn(browser.server.publicKey)
    browser.server.calls = []
    return browser
  }

  it('asks the server nothing where the member has turned nothing on', async () => {
    const { server, device } = aPushBrowser({ permission: 'granted' })
    await device.recheck()
    expect(server.calls).toEqual([])
  })

  it('keeps a subscription that the server knows', async () => {
    const { server, device } = await subscribed()
    await device.recheck()
    expect(server.calls).toEqual(['getPush'])
  })

  // covers: beyond-push-renewal
  it('subscribes again with another key of the server, without asking the member', async () => {
    const { browser, server, device, endpoint } = await subscribed()
    server.publicKey = 'BTwo'
    server.devices = []
    await device.recheck()
    expect([endpoint(), server.devices, browser.asked]).toEqual([
      'https://push.example/2',
      ['https://push.example/2'],
      1,
    ])
  })

  // covers: beyond-push-renewal
  it('subscribes again when the browser has lost the subscription', async () => {
    const { server, device, loseSubscription, endpoint } = await subscribed()
    loseSubscription()
    await device.recheck()
    expect(server.devices).toEqual([endpoint()])
  })

  // covers: beyond-push-settings
  it.each(['another device removed it', 'the member forbids notifications'])(
    'forgets it after %s',
    async (reason) => {
      const { browser, server, device, storage, endpoint, loseSubscription } = await subscribed()
      if (reason === 'another device removed it') server.devices = []
      else {
        browser.permission = 'denied'
        loseSubscription()
      }
      await device.recheck()
      expect([endpoint(), storage.getItem(STORAGE_KEYS.push)]).toEqual([null, null])
      expect(server.calls).toEqual(['getPush'])
    },
  )
})

describe('pushSupport', () => {
  const { window } = aPushBrowser()
  const without = { navigator: { ...window.navigator } }
  const agent = (userAgent: string, maxTouchPoints: number) => ({ navigator: { userAgent, maxTouchPoints } })

  // covers: beyond-push-settings
  it.each([
    ['possible', window],
    ['denied', aPushBrowser({ permission: 'denied' }).window],
    ['unsupported', without],
    ['needs-home-screen', agent('Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)', 5)],
    ['needs-home-screen', agent('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5)],
    ['unsupported', agent('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0)],
  ] as const)('returns %s', (support, of) => {
    expect(pushSupport(of)).toBe(support)
  })
})
