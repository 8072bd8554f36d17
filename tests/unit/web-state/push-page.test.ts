import { describe, expect, it, vi } from 'vitest'
import { TIMING } from '#schema/limits.ts'
import { OPEN_TARGET, RING_TAG } from '#web/data/push-target.ts'
import type { ChatState } from '#web/state/chat/chat-state.ts'
import { startPushPage } from '#web/state/push/push-page.ts'
import { createStore } from '#web/state/store.ts'
import { aConversation, aKnock, CHAT, createTestStream, ME, PARTNER } from './kit.ts'
import { aStorage } from './push-kit.ts'

interface Call {
  name: string
  visible?: boolean | undefined
}

/** The home screen of a member, opened at an address. */
function openPage(search = '', { isRinging = false } = {}) {
  const calls: Call[] = []
  const closed: string[] = []
  const went: string[] = []
  const opened: string[] = []
  const serviceWorker = Object.assign(new EventTarget(), {
    getRegistration: async () => ({
      getNotifications: async ({ tag }: { tag: string }) =>
        tag === RING_TAG && !isRinging ? [] : [{ close: () => closed.push(tag) }],
    }),
  })
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible' as DocumentVisibilityState,
  })
  const window = Object.assign(new EventTarget(), {
    document,
    crypto: { randomUUID: () => crypto.randomUUID() },
    location: { search },
    navigator: { serviceWorker },
  })
  const chat = Object.assign(createStore<ChatState>({ phase: 'idle' }), {
    open: ({ id }: { id: string }) => void opened.push(id),
  })
  const knocks = createStore([aKnock()])
  const isOnScreen = createStore(true)
  const unread = { count: 0 }
  const api = {
    async call(name: string, { body }: { body?: { visible: boolean } }) {
      calls.push({ name, visible: body?.visible })
      return { data: aConversation({ unreadCount: unread.count }) }
    },
  }
  const stream = createTestStream()
  const member = { stream, chat, knocks, view: { isOnScreen }, attention: createStore(true) }
  const navigate = (path: string) => void went.push(path)
  const deps = { window, api, member, navigate, storage: aStorage(), userId: ME, toasts: { show: () => '' } }
  const stop = startPushPage(deps as unknown as Parameters<typeof startPushPage>[0])
  return {
    unread,
    asked: () => calls.filter(({ name }) => name === 'currentConversation').length,
    closed,
    went,
    opened,
    chat,
    knocks,
    isOnScreen,
    tell: stream.tell,
    stop,
    reports: () => calls.filter(({ name }) => name === 'reportVisibility').map(({ visible }) => visible),
    show(visibilityState: DocumentVisibilityState) {
      document.visibilityState = visibilityState
      document.dispatchEvent(new Event('visibilitychange'))
    },
    leave: () => window.dispatchEvent(new Event('pagehide')),
    freeze: () => document.dispatchEvent(new Event('freeze')),
    async press(data: unknown) {
      const { port1, port2 } = new MessageChannel()
      const answer = vi.fn()
      port1.onmessage = answer
      serviceWorker.dispatchEvent(new MessageEvent('message', { data, ports: [port2] }))
      return { answer, end: () => port1.close() }
    },
  }
}

/** A search that goes on in the closed app. */
const SEARCH = {
  searching: true,
  waitingSeconds: 60,
  ringUntil: '2099-01-01T00:00:00.000Z',
  comeUntil: null,
  missedRingAt: null,
}
const matched = { phase: 'matched', conversation: aConversation(), isNewMatch: false } as const

describe('a page of a member who gets push messages', () => {
  // covers: beyond-push-visible
  it('reports when the member looks at it and when they do not any more', () => {
    const page = openPage()
    page.show('hidden')
    page.show('hidden')
    page.show('visible')
    page.stop()
    page.show('visible')
    expect(page.reports()).toEqual([true, false, true, false])
  })

  // covers: beyond-push-visible
  it.each(['leave', 'freeze'] as const)('reports that it is gone when the browser says %s', (event) => {
    const page = openPage()
    page[event]()
    expect(page.reports()).toEqual([true, false])
    page.stop()
  })

  // covers: beyond-push-visible
  it('repeats its report while the member looks at it', () => {
    vi.useFakeTimers()
    const page = openPage()
    vi.advanceTimersByTime(2 * TIMING.visiblePageRepeat)
    page.show('hidden')
    vi.advanceTimersByTime(2 * TIMING.visiblePageRepeat)
    expect(page.reports()).toEqual([true, true, true, false])
    page.stop()
    vi.useRealTimers()
  })

  // covers: beyond-ring-notice
  it('closes the notification of a ring once the member looks at the page, and when the ring is over', async () => {
    const page = openPage('', { isRinging: true })
    await expect.poll(() => page.closed).toEqual([RING_TAG])
    page.show('hidden')
    page.tell({ event: 'search_ring', data: { ...SEARCH, comeUntil: SEARCH.ringUntil } })
    await Promise.resolve()
    expect(page.closed).toEqual([RING_TAG])
    page.tell({ event: 'search_ring', data: SEARCH })
    await expect.poll(() => page.closed).toEqual([RING_TAG, RING_TAG])
    page.stop()
  })

  // covers: beyond-push-read
  it('closes the notification of the conversation once the member looks at it', async () => {
    const page = openPage()
    page.isOnScreen.setState(false)
    page.chat.setState(matched)
    await Promise.resolve()
    expect(page.closed).toEqual([])
    page.isOnScreen.setState(true)
    await expect.poll(() => page.closed).toEqual([`conversation:${CHAT}`])
    page.stop()
  })

  // covers: beyond-push-read
  it('closes the notification of a conversation that the member read on another device', async () => {
    const page = openPage()
    const receipt = { conversationId: CHAT, read: true, through: CHAT }
    page.tell({ event: 'message_receipt', data: { ...receipt, userId: PARTNER } })
    page.tell({ event: 'message_receipt', data: { ...receipt, userId: ME, read: false } })
    await Promise.resolve()
    expect(page.closed).toEqual([])
    page.tell({ event: 'message_receipt', data: { ...receipt, userId: ME } })
    await expect.poll(() => page.closed).toEqual([`conversation:${CHAT}`])
    page.stop()
  })

  it('leaves the notification of a later message when a receipt arrives late', async () => {
    const page = openPage()
    const receipt = { conversationId: CHAT, userId: ME, read: true, through: CHAT }
    page.unread.count = 1
    page.tell({ event: 'message_receipt', data: receipt })
    await expect.poll(page.asked).toBe(1)
    await Promise.resolve()
    expect(page.closed).toEqual([])
    page.unread.count = 0
    page.tell({ event: 'message_receipt', data: receipt })
    await expect.poll(() => page.closed).toEqual([`conversation:${CHAT}`])
    page.stop()
  })

  it('closes the notification of a member who does not wait any more', async () => {
    const page = openPage()
    page.knocks.setState([])
    await expect.poll(() => page.closed).toEqual([`knock:${aKnock().userId}`])
    page.stop()
  })
})

describe('a pressed notification', () => {
  // covers: beyond-push-press
  it('opens its conversation in the page, which answers the service worker', async () => {
    const page = openPage()
    const { answer, end } = await page.press({ type: OPEN_TARGET, path: '/', conversationId: CHAT })
    await expect.poll(() => answer.mock.calls.length).toBe(1)
    await expect.poll(() => [page.went, page.opened]).toEqual([['/'], [CHAT]])
    end()
    page.stop()
  })

  // covers: beyond-push-press
  it('opens the page of a decision', async () => {
    const page = openPage()
    const { end } = await page.press({ type: OPEN_TARGET, path: '/safety-centre' })
    expect([page.went, page.opened]).toEqual([['/safety-centre'], []])
    end()
    page.stop()
  })

  it('opens nothing for other messages of the service worker', async () => {
    const page = openPage()
    for (const data of [null, 'text', { type: 'other', path: '/' }, { type: OPEN_TARGET, path: '//evil' }]) {
      const { end } = await page.press(data)
      end()
    }
    expect(page.went).toEqual([])
    page.stop()
  })

  // covers: beyond-push-press
  it('opens its conversation from the address of a new page', async () => {
    const page = openPage(`?conversation=${CHAT}`)
    await expect.poll(() => page.opened).toEqual([CHAT])
    expect(page.went[0]).toBe('/')
    page.stop()
  })

  it('opens the home screen for an address that names no conversation', () => {
    const page = openPage('?conversation=https://evil.example')
    expect([page.went, page.opened]).toEqual([['/'], []])
    page.stop()
  })
})
