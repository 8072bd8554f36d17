import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemberServices } from '#web/state/session/member.ts'
import { eventually } from '../../kit/eventually.ts'
import { aConversation, CHAT, lostConnection, ME, signedIn } from './kit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] }))
afterEach(() => void vi.useRealTimers())

/** The page of a member whose window the test closes. */
async function openPage() {
  const { services, server, storage } = await signedIn()
  const fetch: typeof globalThis.fetch = (input, init) =>
    String(input).startsWith('/subscribe/')
      ? Promise.resolve(new Response(new ReadableStream()))
      : server.fetch(input, { method: 'GET', ...init })
  const beacons: string[] = []
  const window = Object.assign(new EventTarget(), {
    fetch,
    navigator: { sendBeacon: (address: string) => beacons.push(address) > 0, userAgent: '' },
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
    localStorage: storage,
    location: new URL('http://localhost/'),
  })
  const member = createMemberServices(services, ME, window as unknown as Window & typeof globalThis)
  const stop = member.start()
  const close = () => window.dispatchEvent(new Event('pagehide'))
  return { ...member, server, beacons, close, stop }
}

it('an unload during a chat sends the beacon, and a resignation that a reload withdraws', async () => {
  const { chat, server, beacons, close, stop } = await openPage()
  chat.open(aConversation())
  close()
  await eventually(() => expect(server.of('resign')).toHaveLength(1))
  expect(server.of('resign')[0]).toMatchObject({
    params: [CHAT],
    query: { resetPartner: 'true', unload: 'true' },
  })
  expect(beacons).toEqual([`/api/v1/conversation/${CHAT}/disconnect`])
  stop()
})

it('an unload repeats an unconfirmed resignation', async () => {
  const { chat, server, close, stop } = await openPage()
  server.on('resign', lostConnection())
  chat.open(aConversation())
  await chat.resign()
  close()
  await eventually(() => expect(server.of('resign')).toHaveLength(2))
  expect(server.of('resign')[1]?.query).toEqual({ resetPartner: 'true' })
  stop()
})
