import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { STORAGE_KEYS } from '#web/data/storage-keys.ts'
import { createMemberServices } from '#web/state/session/member.ts'
import { eventually } from '../../kit/eventually.ts'
import { aConversation, CHAT, lostConnection, ME, refusal, signedIn } from './kit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] }))
afterEach(() => void vi.useRealTimers())

/** The page of a member whose window the test closes. `environment`: what else the window has. */
async function openPage(environment: object = {}) {
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
    matchMedia: () => ({ matches: false }),
    ...environment,
  })
  const member = createMemberServices(services, ME, window as unknown as Window & typeof globalThis)
  const stop = member.start()
  const close = () => window.dispatchEvent(new Event('pagehide'))
  const comeBack = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  return { ...member, server, storage, beacons, close, comeBack, stop }
}

it('a page that returns from the back/forward cache begins its search again under a new id', async () => {
  const { chat, server, close, comeBack, stop } = await openPage()
  const cancelled = new Set<string | null>()
  server.on('cancelSearch', ({ headers }) => {
    cancelled.add(headers.get('search-id'))
    return { body: { success: true } }
  })
  server.on('findMatch', ({ headers }) =>
    cancelled.has(headers.get('search-id'))
      ? refusal(409, 'CONFLICT')
      : { status: 202, body: { status: 'searching', waitingSeconds: 0 } },
  )
  await chat.findMatch()
  await eventually(() => expect(server.of('findMatch')).toHaveLength(1))
  close()
  await eventually(() => expect(cancelled.size).toBe(1))
  comeBack()
  await eventually(() => expect(server.of('findMatch')).toHaveLength(2))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(server.of('findMatch')).toHaveLength(3)
  expect(cancelled).not.toContain(server.of('findMatch')[2]?.headers.get('search-id'))
  expect(chat.getState().phase).toBe('searching')
  stop()
})

// covers: 7-resign, 7-disconnect-beacon, design-unload-resigns
it('an unload during a chat sends the beacon, and a resignation that a reload withdraws', async () => {
  const { chat, server, beacons, close, stop } = await openPage()
  chat.open(aConversation({ openedAt: '2026-11-20T12:00:00.000Z' }))
  close()
  await eventually(() => expect(server.of('resign')).toHaveLength(1))
  expect(server.of('resign')[0]).toMatchObject({
    params: [CHAT],
    query: { resetPartner: 'true', unload: 'true', openedAt: '2026-11-20T12:00:00.000Z' },
  })
  expect(beacons).toEqual([`/api/v1/conversation/${CHAT}/disconnect`])
  stop()
})

// covers: beyond-quiet-exit-return
it('an unload of the hidden app leaves the chat open', async () => {
  const { chat, server, storage, beacons, close, stop } = await openPage()
  storage.setItem(STORAGE_KEYS.quietExit, 'on')
  chat.open(aConversation())
  close()
  expect([server.of('resign'), beacons]).toEqual([[], []])
  storage.removeItem(STORAGE_KEYS.quietExit)
  close()
  await eventually(() => expect(server.of('resign')).toHaveLength(1))
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

describe('a page with a search that goes on in the closed app', () => {
  const RINGS = {
    status: 'searching',
    waitingSeconds: 0,
    ringUntil: '2099-01-01T00:00:00.000Z',
    comeUntil: null,
  }

  /** The page of a member whose search goes on. */
  async function openSearch(environment: object = {}) {
    const page = await openPage(environment)
    page.server.on('findMatch', { status: 202, body: RINGS })
    await page.chat.findMatch()
    await eventually(() => expect(page.searchState.getState()?.ringUntil).toBe(RINGS.ringUntil))
    return page
  }

  // covers: beyond-ring-closed
  it('does not cancel the search when it is closed', async () => {
    const { server, close, stop } = await openSearch()
    close()
    stop()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(server.of('cancelSearch')).toEqual([])
  })

  // covers: beyond-ring-closed
  it.each([
    ['in the desktop app, which rings no one after Quit', { rapportDesktop: {} }, ''],
    ['of a member who hides the app', {}, 'on'],
  ])('cancels the search %s', async (_, environment, quietExit) => {
    const { server, storage, close, stop } = await openSearch(environment)
    if (quietExit) storage.setItem(STORAGE_KEYS.quietExit, quietExit)
    close()
    await eventually(() => expect(server.of('cancelSearch')).toHaveLength(1))
    stop()
  })

  it('begins no other search when the page returns from the back/forward cache', async () => {
    const { server, close, comeBack, stop } = await openSearch()
    const [first] = server.of('findMatch')
    close()
    comeBack()
    await vi.advanceTimersByTimeAsync(4_000)
    const ids = new Set(server.of('findMatch').map(({ headers }) => headers.get('search-id')))
    expect([...ids]).toEqual([first?.headers.get('search-id')])
    stop()
  })

  // covers: beyond-ring-logout
  it('cancels the search at logout, also one that another page began', async () => {
    const here = await openSearch()
    await here.logOut()
    expect(here.server.of('cancelSearch')).toHaveLength(1)
    here.stop()
    const elsewhere = await openPage()
    elsewhere.server.on('getSearch', {
      body: {
        searching: true,
        waitingSeconds: 60,
        ringUntil: RINGS.ringUntil,
        comeUntil: null,
        missedRingAt: null,
      },
    })
    await (await elsewhere.ring.load()).refresh()
    await elsewhere.logOut()
    expect(elsewhere.server.of('cancelSearch')).toHaveLength(1)
    elsewhere.stop()
  })
})
