import { describe, expect, it } from 'vitest'
import type { Message } from '#schema/chat.ts'
import type { ChatState } from '#web/state/chat/chat-state.ts'
import { startUnreadSignal } from '#web/state/chat/unread-signal.ts'
import { createStore } from '#web/state/store.ts'
import { aConversation, aKnock, aMessage, createTestStream, ME, PARTNER } from './kit.ts'

class TestPage extends EventTarget {
  title = 'Rapport: Start with what you share'
  visibilityState: DocumentVisibilityState = 'visible'
  icon = '/logo.svg'

  become(state: DocumentVisibilityState) {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

function setUp() {
  const page = new TestPage()
  const stream = createTestStream()
  const showIcon = (path: string) => {
    page.icon = path
  }
  const chat = createStore<ChatState>({ phase: 'idle' })
  const unseen = createStore<ReadonlyMap<string, string>>(new Map())
  const stop = startUnreadSignal({ stream, chat, userId: ME, unseen, page, showIcon })
  /** Each message is of a conversation of its own by default. */
  const arrives = (n: number, changes: Partial<Message> = {}) =>
    stream.tell({ event: 'new_chat_message', data: aMessage(n, { conversationId: `chat ${n}`, ...changes }) })
  const isRead = (conversationId: string, through: number, by = ME) =>
    stream.tell({
      event: 'message_receipt',
      data: { conversationId, userId: by, read: true, through: aMessage(through).id },
    })
  const become = (awaitsAnswer: boolean) =>
    chat.setState({ phase: 'matched', conversation: aConversation({ awaitsAnswer }), isNewMatch: false })
  const knock = (waiting: boolean) => stream.tell({ event: 'knock', data: { ...aKnock(), waiting } })
  const match = () => chat.setState({ phase: 'matched', conversation: aConversation(), isNewMatch: true })
  const missed = () => stream.tell({ event: 'resync', data: {} })
  return { page, arrives, missed, isRead, match, become, knock, stop }
}

describe('the title and the icon of the tab', () => {
  // covers: beyond-unread-in-hidden-tab
  it('count the conversations that get messages while the tab is hidden', () => {
    const { page, arrives } = setUp()
    page.become('hidden')
    arrives(1)
    expect(page).toMatchObject({
      title: '(1) Rapport: Start with what you share',
      icon: '/logo-unread.svg',
    })
    arrives(2, { conversationId: 'chat 1' })
    expect(page.title).toMatch(/^\(1\) /)
    arrives(3)
    expect(page.title).toBe('(2) Rapport: Start with what you share')
  })

  // covers: beyond-read-everywhere
  it('forget a conversation that the member reads in another tab or on another device', () => {
    const { page, arrives, isRead } = setUp()
    page.become('hidden')
    for (const n of [1, 2]) arrives(n)
    isRead('chat 1', 1)
    expect(page.title).toMatch(/^\(1\) /)
    isRead('chat 2', 2)
    expect(page).toMatchObject({ title: 'Rapport: Start with what you share', icon: '/logo.svg' })
  })

  it('forget the conversations when events were missed, which may include that they were read', () => {
    const { page, arrives, missed } = setUp()
    page.become('hidden')
    arrives(1)
    missed()
    expect(page).toMatchObject({ title: 'Rapport: Start with what you share', icon: '/logo.svg' })
  })

  it('keep a conversation that the partner reads, or that has a later message', () => {
    const { page, arrives, isRead } = setUp()
    page.become('hidden')
    arrives(2)
    isRead('chat 2', 2, PARTNER)
    isRead('chat 2', 1)
    expect(page.title).toMatch(/^\(1\) /)
  })

  it('return once the tab is visible', () => {
    const { page, arrives } = setUp()
    page.become('hidden')
    arrives(1)
    page.become('visible')
    expect(page).toMatchObject({ title: 'Rapport: Start with what you share', icon: '/logo.svg' })
    page.become('hidden')
    arrives(2)
    expect(page.title).toMatch(/^\(1\) /)
  })

  // covers: beyond-match-in-hidden-tab
  it('announce a match that was found while the tab is hidden, also before messages', () => {
    const { page, arrives, match } = setUp()
    page.become('hidden')
    match()
    arrives(1)
    expect(page).toMatchObject({
      title: 'Match Found! · Rapport: Start with what you share',
      icon: '/logo-unread.svg',
    })
    page.become('visible')
    expect(page).toMatchObject({ title: 'Rapport: Start with what you share', icon: '/logo.svg' })
    arrives(2)
    expect(page.title).toBe('Rapport: Start with what you share')
  })

  it('announce that the partner has accepted, and count who would like to talk, while the tab is hidden', () => {
    const { page, become, knock } = setUp()
    become(true)
    page.become('hidden')
    knock(true)
    knock(false)
    expect(page.title).toMatch(/^\(1\) /)
    become(false)
    expect(page.title).toMatch(/^Chat started · /)
    page.become('visible')
    expect(page.title).toBe('Rapport: Start with what you share')
  })

  it('stay unchanged for a match in a visible tab', () => {
    const { page, match } = setUp()
    match()
    page.become('hidden')
    expect(page).toMatchObject({ title: 'Rapport: Start with what you share', icon: '/logo.svg' })
  })

  it('stay unchanged while the tab is visible, and for own messages', () => {
    const { page, arrives } = setUp()
    arrives(1)
    page.become('hidden')
    arrives(2, { senderId: ME })
    expect(page).toMatchObject({ title: 'Rapport: Start with what you share', icon: '/logo.svg' })
  })

  it('show 99+ above 99', () => {
    const { page, arrives } = setUp()
    page.become('hidden')
    for (let n = 1; n <= 100; n += 1) arrives(n)
    expect(page.title).toMatch(/^\(99\+\) Rapport/)
    arrives(101)
    expect(page.title).toMatch(/^\(99\+\) Rapport/)
  })

  it('keep a number in brackets that belongs to the title', () => {
    const { page, arrives, stop } = setUp()
    page.title = 'Room (3) of ours'
    page.become('hidden')
    for (let n = 1; n <= 12; n += 1) arrives(n)
    expect(page.title).toBe('(12) Room (3) of ours')
    stop()
    expect(page.title).toBe('Room (3) of ours')
  })

  it('return after more than 99', () => {
    const { page, arrives } = setUp()
    page.become('hidden')
    for (let n = 1; n <= 99; n += 1) arrives(n)
    expect(page.title).toMatch(/^\(99\) Rapport/)
    arrives(100)
    page.become('visible')
    expect(page.title).toBe('Rapport: Start with what you share')
  })

  it('stay unchanged when a session ends without a new message', () => {
    const { page, stop } = setUp()
    page.icon = '/another.svg'
    page.title = '(1) of many'
    page.become('hidden')
    page.become('visible')
    stop()
    expect(page).toMatchObject({ title: '(1) of many', icon: '/another.svg' })
  })

  it('return after the end of the session', () => {
    const { page, arrives, stop } = setUp()
    page.become('hidden')
    arrives(1)
    stop()
    arrives(2)
    expect(page).toMatchObject({ title: 'Rapport: Start with what you share', icon: '/logo.svg' })
  })
})
