import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PRODUCT } from '#schema/product.ts'
import { CONVERSATIONS, NEARBY } from '#web/state/list-keys.ts'
import { createMemberServices } from '#web/state/session/member.ts'
import { eventually } from '../../kit/eventually.ts'
import {
  aConversation,
  aMessage,
  aUser,
  CHAT,
  lostConnection,
  ME,
  pageOf,
  sessionOf,
  signedIn,
} from './kit.ts'

const FAKED = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
beforeEach(() => void vi.useFakeTimers({ toFake: [...FAKED] }))
afterEach(() => void vi.useRealTimers())

/** The page of a member, with the connections of its live stream and the listeners of its window. */
async function openPage({ match = '' } = {}) {
  const browser = await signedIn()
  const { services, server, storage } = browser
  if (match) storage.setItem('last-matched-conversation', JSON.stringify({ id: match, at: Date.now() }))
  const streams: { address: string; signal: AbortSignal | null; say(text: string): void }[] = []
  const fetch: typeof globalThis.fetch = (input, init) => {
    if (!String(input).startsWith('/subscribe/')) return server.fetch(input, { method: 'GET', ...init })
    const body = new TransformStream<Uint8Array, Uint8Array>()
    const writer = body.writable.getWriter()
    const say = (text: string) => void writer.write(new TextEncoder().encode(text)).catch(() => undefined)
    const signal = init?.signal ?? null
    signal?.addEventListener('abort', () => void writer.abort(signal.reason).catch(() => undefined))
    streams.push({ address: String(input), signal, say })
    return Promise.resolve(new Response(body.readable))
  }
  const icons: string[] = []
  const icon = { setAttribute: (name: string, value: string) => void icons.push(`${name}=${value}`) }
  const document = Object.assign(new EventTarget(), {
    title: 'Home',
    visibilityState: 'visible',
    querySelector: (selector: string) => (selector === 'link[rel="icon"]' ? icon : null),
  })
  const asked: string[] = []
  const window = Object.assign(new EventTarget(), {
    fetch,
    navigator: {
      userAgent: '',
      sendBeacon: () => true,
      permissions: {
        query: ({ name }: { name: string }) => {
          asked.push(name)
          return Promise.resolve({ state: 'prompt' })
        },
      },
    },
    document,
    requestAnimationFrame: queueMicrotask,
    setTimeout,
    localStorage: storage,
    matchMedia: () => ({ matches: false }),
  })
  const member = createMemberServices(services, ME, window as unknown as Window & typeof globalThis)
  return { ...browser, member, window, document, streams, icons, asked }
}

/** The event of a page that is left, or comes back from the browser's cache. */
const pageShow = (persisted: boolean) => Object.assign(new Event('pageshow'), { persisted })
const isOpen = (stream: { signal: AbortSignal | null } | undefined) => stream?.signal?.aborted === false

describe('the page of a member', () => {
  it('opens the live stream and restores the match', async () => {
    const { member, server, streams, asked } = await openPage({ match: CHAT })
    server.on('currentConversation', { body: aConversation() })
    expect(member.chat.getState().phase).toBe('restoring')
    const stop = member.start()
    await eventually(() => expect(streams).toHaveLength(1))
    expect(streams[0]?.address).toBe(`/subscribe/${ME}`)
    await eventually(() => expect(member.chat.getState().phase).toBe('matched'))
    expect(asked).toEqual(['geolocation'])
    stop()
    expect(isOpen(streams[0])).toBe(false)
  })

  it('reopens the stream only when the page returns from the browser’s cache', async () => {
    const { member, window, streams } = await openPage()
    const stop = member.start()
    await eventually(() => expect(streams).toHaveLength(1))
    window.dispatchEvent(new Event('pagehide'))
    expect(isOpen(streams[0])).toBe(false)
    window.dispatchEvent(pageShow(false))
    window.dispatchEvent(pageShow(true))
    await eventually(() => expect(streams).toHaveLength(2))
    expect(isOpen(streams[1])).toBe(true)
    stop()
    window.dispatchEvent(pageShow(true))
    expect(isOpen(streams[1])).toBe(false)
    expect(streams).toHaveLength(2)
  })

  it('reads the session again on focus if the last answer is old', async () => {
    const { member, window, server, services } = await openPage()
    const stop = member.start()
    window.dispatchEvent(new Event('focus'))
    server.on('getSession', lostConnection())
    vi.setSystemTime(Date.now() + 30_001)
    window.dispatchEvent(new Event('focus'))
    await eventually(() => expect(server.of('getSession')).toHaveLength(2))
    stop()
    window.dispatchEvent(new Event('focus'))
    server.on('getSession', sessionOf(aUser()))
    await services.session.refresh()
    expect(server.of('getSession')).toHaveLength(3)
  })

  it('marks its icon when messages arrive while it is hidden', async () => {
    const { member, document, streams, icons } = await openPage()
    const stop = member.start()
    await eventually(() => expect(streams).toHaveLength(1))
    document.visibilityState = 'hidden'
    streams[0]?.say(`id: 1-1\nevent: new_chat_message\ndata: ${JSON.stringify(aMessage(1))}\n\n`)
    await eventually(() => expect(icons).toEqual(['href=/logo-unread.svg']))
    expect(document.title).toBe('(1) Home')
    stop()
    expect(icons).toEqual(['href=/logo-unread.svg', 'href=/logo.svg'])
    expect(document.title).toBe('Home')
  })

  // covers: design-unread-while-page-hidden
  it('marks messages as read only while it is visible', async () => {
    const { member, document, server, streams } = await openPage()
    const stop = member.start()
    await eventually(() => expect(streams).toHaveLength(1))
    server.on('listMessages', { body: pageOf([aMessage(1)]) })
    member.view.isOnScreen.setState(true)
    const become = (state: string) => {
      document.visibilityState = state
      document.dispatchEvent(new Event('visibilitychange'))
    }
    become('hidden')
    const open = await member.openConversation(aUser(), aConversation())
    await open.load()
    streams[0]?.say(`id: 1-1\nevent: new_chat_message\ndata: ${JSON.stringify(aMessage(2))}\n\n`)
    await eventually(() => expect(open.getState().messages).toHaveLength(2))
    expect(server.of('markRead')).toEqual([])
    become('visible')
    await eventually(() => expect(server.of('markRead')).toHaveLength(1))
    open[Symbol.dispose]()
    stop()
  })

  it('watches the connection while it is open', async () => {
    const { member, window, streams } = await openPage()
    const stop = member.start()
    await eventually(() => expect(streams).toHaveLength(1))
    window.dispatchEvent(new Event('online'))
    await eventually(() => expect(streams).toHaveLength(2))
    expect(isOpen(streams[0])).toBe(false)
    stop()
    window.dispatchEvent(new Event('online'))
    expect(streams).toHaveLength(2)
  })

  it('cancels a search when the page closes, but sends nothing for an ended chat', async () => {
    const { member, window, server } = await openPage()
    const stop = member.start()
    member.chat.open(aConversation({ partnerActive: false }))
    window.dispatchEvent(new Event('pagehide'))
    expect([server.of('resign'), server.of('disconnect'), server.of('cancelSearch')]).toEqual([[], [], []])
    server.on('findMatch', { status: 202, body: { status: 'searching', waitingSeconds: 0 } })
    await member.chat.findMatch()
    const state = member.chat.getState()
    window.dispatchEvent(new Event('pagehide'))
    await eventually(() => expect(server.of('cancelSearch')).toHaveLength(1))
    expect(state).toMatchObject({ phase: 'searching', searchId: expect.stringMatching(/^[0-9a-f]{32}$/) })
    expect(server.of('cancelSearch')[0]?.headers.get('search-id')).toBe('searchId' in state && state.searchId)
    stop()
  })

  it('leaves the chat before it logs out', async () => {
    const { member, server, services } = await openPage()
    member.chat.open(aConversation())
    await member.logOut()
    const order = server.asked.map(({ route }) => route)
    expect(order.slice(-2)).toEqual(['resign', 'logout'])
    expect(services.session.getState().status).toBe('visitor')
  })
})

describe('the tabs of a browser', () => {
  it('share one stream by product name and member id', async () => {
    const { services, server, storage } = await signedIn()
    const names: string[] = []
    class Channel extends EventTarget {
      constructor(name: string) {
        super()
        names.push(name)
      }
      postMessage = () => undefined
      close = () => undefined
    }
    const locks = { request: async (name: string) => void names.push(name) }
    const window = {
      fetch: server.fetch,
      navigator: { userAgent: '', sendBeacon: () => true, locks },
      localStorage: storage,
      BroadcastChannel: Channel,
    }
    const { stream } = createMemberServices(services, ME, window as unknown as Window & typeof globalThis)
    stream.open(ME)
    expect(names).toEqual([`${PRODUCT.slug}-live`, `${PRODUCT.slug}-stream-${ME}`])
    stream.close()
  })
})

describe('a message key', () => {
  it('consists of 32 hexadecimal digits, different each time', async () => {
    const { member } = await openPage()
    const keys = Array.from({ length: 100 }, () => member.newKey())
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(keys).size).toBe(100)
  })
})

describe('the lists of a member', () => {
  const stale = (member: Awaited<ReturnType<typeof openPage>>['member']) =>
    [CONVERSATIONS, NEARBY].map((key) => member.queries.getQueryState([key])?.isInvalidated)

  it('come from the paths of the contract', () => {
    expect([CONVERSATIONS, NEARBY]).toEqual(['/api/v1/conversations', '/api/v1/near-by'])
  })

  it('reload together, or the conversations alone', async () => {
    const { member } = await openPage()
    for (const key of [CONVERSATIONS, NEARBY]) member.queries.setQueryData([key], [])
    member.refreshConversations()
    expect(stale(member)).toEqual([true, false])
    member.refreshLists()
    expect(stale(member)).toEqual([true, true])
  })
})

describe('a conversation of a member', () => {
  async function openChat() {
    const page = await openPage()
    page.server.on('listMessages', { body: pageOf([aMessage(1)]) })
    page.member.view.isOnScreen.setState(true)
    return page
  }

  it('keeps unsent messages when it is closed and reopened', async () => {
    const { member, server } = await openChat()
    server.on('sendMessage', lostConnection())
    const first = await member.openConversation(aUser(), aConversation())
    await first.send('Hello')
    first[Symbol.dispose]()
    const again = await member.openConversation(aUser(), aConversation())
    expect(again.getState().messages).toMatchObject([{ message: 'Hello', state: 'waiting' }])
    const other = await member.openConversation(aUser(), aConversation({ id: CHAT.replace('c1', 'c2') }))
    expect(other.getState().messages).toEqual([])
  })

  it('sends no message of a member who has logged out', async () => {
    const { member, server, services } = await openChat()
    server.on('sendMessage', lostConnection())
    const open = await member.openConversation(aUser(), aConversation())
    await open.send('Hello')
    expect(server.of('sendMessage')).toHaveLength(1)
    services.session.drop()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(server.of('sendMessage')).toHaveLength(1)
  })

  it('counts as read only while it is on screen and looked at', async () => {
    const { member, server } = await openChat()
    member.attention.setState(false)
    const open = await member.openConversation(aUser(), aConversation())
    await open.load()
    expect(server.of('markRead')).toEqual([])
    member.attention.setState(true)
    await eventually(() => expect(server.of('markRead')).toHaveLength(1))
    open[Symbol.dispose]()
  })
})
