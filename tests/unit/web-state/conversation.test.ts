import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Message } from '#schema/chat.ts'
import { partnerName } from '#web/state/about-conversation.ts'
import { createOpenConversation } from '#web/state/conversation.ts'
import { createMatchMemory } from '#web/state/match-memory.ts'
import { merge, type ShownMessage } from '#web/state/messages.ts'
import {
  aConversation,
  aMessage,
  aUser,
  CHAT,
  createTestStream,
  lostConnection,
  ME,
  PARTNER,
  pageOf,
  type Reply,
  refusal,
  signedIn,
} from './kit.ts'

const partner = {
  id: PARTNER,
  displayName: 'Juniper',
  interests: ['Film photography'],
  age: 27,
  gender: 'Female',
  lookingFor: ['Friendship'],
  online: true,
}
const passing = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const messages = (count: number) => Array.from({ length: count }, (_, index) => aMessage(index + 1))

async function openWith(stored: Message[], { load = true } = {}) {
  const { services, server, storage } = await signedIn()
  server.on('getPartner', { body: partner })
  server.on('listMessages', ({ body }) => ({
    body: pageOf(stored, (body as { pageNumber: number }).pageNumber),
  }))
  const stream = createTestStream()
  const now = () => Date.now()
  const memory = createMatchMemory(storage, now)
  let keys = 0
  const open = createOpenConversation({
    api: services.api,
    stream,
    toasts: services.toasts,
    memory,
    me: aUser(),
    conversation: aConversation(),
    now,
    newKey: () => {
      keys += 1
      return `key-${keys}`
    },
  })
  if (load) {
    await open.load()
    await vi.waitFor(() => {
      expect(open.getState().partner).not.toBeNull()
      expect(server.of('markRead')).toHaveLength(1)
    })
    await passing(0)
  }
  const texts = () => open.getState().messages.map(({ message }) => message)
  const arrives = (message: Message) => stream.tell({ event: 'new_chat_message', data: message })
  const typing = (isTyping: boolean, userId = PARTNER) =>
    stream.tell({ event: 'typing_status', data: { conversationId: CHAT, userId, isTyping } })
  return { open, server, stream, stored, texts, arrives, typing, memory, toasts: services.toasts }
}

/** The server's copy of what was sent with this key. */
const mine = (n: number, key: string, text: string) =>
  aMessage(n, { senderId: ME, senderName: 'Anika', clientMessageId: key, message: text })

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] }))
afterEach(() => void vi.useRealTimers())

describe('sending', () => {
  it('shows the message at once, and the server’s copy in its place', async () => {
    const { open, server } = await openWith([])
    const stored = Promise.withResolvers<Reply>()
    server.on('sendMessage', () => stored.promise)
    const sent = open.send('  Hello  ')
    expect(open.getState().messages).toMatchObject([{ id: 'temp-key-1', message: 'Hello', state: 'sending' }])
    stored.resolve({ body: mine(1, 'key-1', 'Hello') })
    await sent
    expect(open.getState().messages).toMatchObject([{ id: aMessage(1).id, message: 'Hello', state: 'sent' }])
    expect(server.of('sendMessage')[0]?.body).toEqual({
      conversationId: CHAT,
      message: 'Hello',
      clientMessageId: 'key-1',
    })
  })

  it('shows it once, whether the stream or the answer brings the copy first', async () => {
    const { open, server, arrives } = await openWith([])
    const stored = Promise.withResolvers<Reply>()
    server.on('sendMessage', () => stored.promise)
    const sent = open.send('Hello')
    arrives(mine(1, 'key-1', 'Hello'))
    expect(open.getState().messages).toMatchObject([{ state: 'sent' }])
    stored.resolve({ body: mine(1, 'key-1', 'Hello') })
    await sent
    arrives(mine(1, 'key-1', 'Hello'))
    expect(open.getState().messages).toHaveLength(1)
  })

  it('sends nothing but space nowhere', async () => {
    const { open, server } = await openWith([])
    await open.send(' \n\t ')
    expect(open.getState().messages).toEqual([])
    expect(server.of('sendMessage')).toHaveLength(0)
  })

  it('sends one after the other, so that they arrive in the order of writing', async () => {
    const { open, server } = await openWith([])
    const first = Promise.withResolvers<Reply>()
    const replies: (Reply | Promise<Reply>)[] = [first.promise, { body: mine(2, 'key-2', 'Two') }]
    server.on('sendMessage', () => replies.shift() ?? lostConnection())
    const both = Promise.all([open.send('One'), open.send('Two')])
    await vi.waitFor(() => expect(server.of('sendMessage')).toHaveLength(1))
    await passing(1_000)
    expect(server.of('sendMessage')).toHaveLength(1)
    first.resolve({ body: mine(1, 'key-1', 'One') })
    await both
    expect(open.getState().messages.map(({ message, state }) => [message, state])).toEqual([
      ['One', 'sent'],
      ['Two', 'sent'],
    ])
  })

  it('that failed can be tried again under the same key, so that it is stored once', async () => {
    const { open, server, toasts } = await openWith([])
    server.on('sendMessage', lostConnection())
    await open.send('Hello')
    expect(open.getState().messages).toMatchObject([{ id: 'temp-key-1', state: 'failed' }])
    expect(toasts.getState()).toMatchObject({
      title: 'Message not sent',
      description: 'There was an error sending your message. Please try again.',
    })
    server.on('sendMessage', { body: mine(1, 'key-1', 'Hello') })
    await open.retry('temp-key-1')
    expect(open.getState().messages).toMatchObject([{ id: aMessage(1).id, state: 'sent' }])
    const keys = server
      .of('sendMessage')
      .map(({ body }) => (body as { clientMessageId: string }).clientMessageId)
    expect(keys).toEqual(['key-1', 'key-1'])
  })

  it('that the server refused says why', async () => {
    const { open, server, toasts } = await openWith([])
    server.on('sendMessage', refusal(409, 'CONVERSATION_ENDED', 'This conversation has ended.'))
    await open.send('Hello')
    expect(toasts.getState()).toMatchObject({
      title: 'Failed to send message',
      description: 'This conversation has ended.',
    })
  })

  it('too fast leaves the word to the request to slow down', async () => {
    const { open, server, toasts } = await openWith([])
    server.on('sendMessage', refusal(429, 'RATE_LIMITED'))
    await open.send('Hello')
    expect(open.getState().messages).toMatchObject([{ state: 'failed' }])
    expect(toasts.getState()?.title).toBe('Slow down a bit')
  })

  it('makes the match count as one of now', async () => {
    const { open, server, memory } = await openWith([])
    memory.remember(CHAT)
    await passing(599_000)
    server.on('sendMessage', { body: mine(1, 'key-1', 'Hello') })
    await open.send('Hello')
    await passing(599_000)
    expect(memory.recall()).toBe(CHAT)
  })

  it('that is answered after the chat was left brings no match back', async () => {
    const { open, server, memory } = await openWith([])
    const stored = Promise.withResolvers<Reply>()
    server.on('sendMessage', () => stored.promise)
    const sent = open.send('Hello')
    open[Symbol.dispose]()
    stored.resolve({ body: mine(1, 'key-1', 'Hello') })
    await sent
    expect(memory.recall()).toBeNull()
  })
})

describe('reading', () => {
  it('shows the latest ten, oldest first, and marks them read', async () => {
    const { texts, server, open } = await openWith(messages(24))
    expect(texts()).toEqual(
      messages(24)
        .slice(14)
        .map(({ message }) => message),
    )
    expect(open.getState().hasMore).toBe(true)
    expect(server.of('markRead')).toHaveLength(1)
  })

  it('loads older messages page by page, without a gap, though new ones arrive meanwhile', async () => {
    const { open, texts, arrives, stored } = await openWith(messages(24))
    for (const n of [25, 26, 27]) {
      stored.push(aMessage(n))
      arrives(aMessage(n))
    }
    await open.loadOlder()
    await open.loadOlder()
    expect(texts()).toEqual(messages(27).map(({ message }) => message))
    expect(open.getState().hasMore).toBe(false)
  })

  it('says when older messages could not be loaded, and lets one try again', async () => {
    const { open, server, toasts } = await openWith(messages(24))
    server.on('listMessages', lostConnection())
    await open.loadOlder()
    expect(toasts.getState()).toMatchObject({
      title: 'Error',
      description: 'Failed to load older messages. Please try again.',
    })
    expect(open.getState()).toMatchObject({ hasMore: true, loadingOlder: false })
  })

  it('says when the first messages could not be loaded, and lets one try again', async () => {
    const { open, server } = await openWith([], { load: false })
    const answer = { body: pageOf([aMessage(1)], 0) }
    server.on('listMessages', lostConnection())
    await open.load()
    expect(open.getState().status).toBe('failed')
    server.on('listMessages', answer)
    await open.load()
    expect(open.getState()).toMatchObject({ status: 'ready', messages: [{ message: 'Message 1' }] })
  })

  it('keeps what it has when it could not be read again', async () => {
    const { open, server, texts } = await openWith(messages(3))
    server.on('listMessages', lostConnection())
    await open.load()
    expect(open.getState().status).toBe('ready')
    expect(texts()).toHaveLength(3)
  })

  it('marks a message that arrives as read, and only one mark is under way', async () => {
    const { server, arrives } = await openWith([])
    const first = Promise.withResolvers<Reply>()
    server.on('markRead', () => first.promise)
    for (const n of [1, 2, 3]) arrives(aMessage(n))
    await vi.waitFor(() => expect(server.of('markRead')).toHaveLength(2))
    first.resolve({ body: { success: true } })
    await vi.waitFor(() => expect(server.of('markRead')).toHaveLength(3))
    await passing(1_000)
    expect(server.of('markRead')).toHaveLength(3)
  })

  it('begins anew after a resync: no gap is left in the middle', async () => {
    const { open, stream, stored, texts } = await openWith(messages(12))
    await open.loadOlder()
    expect(texts()).toHaveLength(12)
    for (let n = 13; n <= 40; n += 1) stored.push(aMessage(n))
    stream.tell({ event: 'resync', data: {} })
    await vi.waitFor(() => expect(texts()).toContain('Message 40'))
    expect(texts()).toEqual(
      messages(40)
        .slice(30)
        .map(({ message }) => message),
    )
    expect(open.getState().hasMore).toBe(true)
  })

  it('loses no message that arrives while the page is being read', async () => {
    const { open, server, arrives, texts } = await openWith([])
    const page = Promise.withResolvers<Reply>()
    server.on('listMessages', () => page.promise)
    const loaded = open.load()
    arrives(aMessage(2))
    page.resolve({ body: pageOf([aMessage(1)], 0) })
    await loaded
    expect(texts()).toEqual(['Message 1', 'Message 2'])
  })

  it('takes no message of another conversation', async () => {
    const { arrives, texts } = await openWith([])
    arrives(aMessage(1, { conversationId: CHAT.replace('c1', 'c2') }))
    expect(texts()).toEqual([])
  })
})

describe('typing', () => {
  const told = (server: Awaited<ReturnType<typeof openWith>>['server']) =>
    server.of('setTyping').map(({ params }) => params[0])

  it('is told at most once a second, and its end after three seconds', async () => {
    const { open, server } = await openWith([])
    for (let count = 0; count < 5; count += 1) {
      open.typed()
      await passing(300)
    }
    expect(told(server)).toEqual(['true', 'true'])
    await passing(2_699)
    expect(told(server)).toEqual(['true', 'true'])
    await passing(1)
    expect(told(server)).toEqual(['true', 'true', 'false'])
    expect(server.of('setTyping')[0]?.body).toEqual({ targetUser: PARTNER, conversationId: CHAT })
  })

  it('ends with the message', async () => {
    const { open, server } = await openWith([])
    server.on('sendMessage', { body: mine(1, 'key-1', 'Hello') })
    open.typed()
    await open.send('Hello')
    expect(told(server)).toEqual(['true', 'false'])
    await passing(10_000)
    expect(told(server)).toEqual(['true', 'false'])
  })

  it('of the partner is shown for three seconds, or until their message', async () => {
    const { open, typing, arrives } = await openWith([])
    typing(true)
    expect(open.getState().partnerTyping).toBe(true)
    await passing(2_000)
    typing(true)
    await passing(2_999)
    expect(open.getState().partnerTyping).toBe(true)
    await passing(1)
    expect(open.getState().partnerTyping).toBe(false)
    typing(true)
    arrives(aMessage(1))
    expect(open.getState().partnerTyping).toBe(false)
  })

  it('of somebody else is nobody’s business here', async () => {
    const { open, typing } = await openWith([])
    typing(true, ME)
    expect(open.getState().partnerTyping).toBe(false)
  })
})

describe('clearing and reporting', () => {
  it('empties the conversation', async () => {
    const { open, server } = await openWith(messages(24))
    await open.clear()
    expect(open.getState()).toMatchObject({ messages: [], hasMore: false })
    expect(server.of('clearConversation')).toHaveLength(1)
  })

  it('that failed fetches the messages again, and says so', async () => {
    const { open, server, toasts, texts } = await openWith(messages(3))
    server.on('clearConversation', lostConnection())
    await open.clear()
    expect(texts()).toHaveLength(3)
    expect(server.of('listMessages')).toHaveLength(2)
    expect(toasts.getState()).toMatchObject({
      title: 'Error',
      description: 'Failed to clear messages. Please try again.',
    })
  })

  it('a report names the partner and the reason; its failure is said', async () => {
    const { open, server, toasts } = await openWith([])
    expect(await open.report('Rude')).toBe(true)
    expect(server.of('reportUser')[0]?.body).toEqual({ reportedUserId: PARTNER, reason: 'Rude' })
    server.on('reportUser', lostConnection())
    expect(await open.report('Rude')).toBe(false)
    expect(toasts.getState()).toMatchObject({
      title: 'Report Failed',
      description: 'There was a problem submitting your report. Please try again.',
    })
  })
})

describe('the partner', () => {
  it('is online as the stream says', async () => {
    const { open, stream } = await openWith([])
    expect(open.getState().partnerOnline).toBe(true)
    stream.tell({ event: 'USER_OFFLINE', data: { userId: PARTNER } })
    expect(open.getState().partnerOnline).toBe(false)
    stream.tell({ event: 'USER_ONLINE', data: { userId: ME } })
    expect(open.getState().partnerOnline).toBe(false)
  })

  it('never bears one’s own name, nor none', () => {
    expect(partnerName(aConversation())).toBe('Juniper')
    expect(partnerName(aConversation({ partnerDisplayName: 'Anika' }))).toBe('Anonymous')
    expect(partnerName(aConversation({ partnerDisplayName: ' ' }))).toBe('Anonymous')
    expect(partnerName(aConversation(), 'Anika')).toBe('Anonymous')
    expect(partnerName(aConversation(), 'June')).toBe('June')
  })
})

describe('merging', () => {
  it('shows every message once and in order, however often and in whatever order they arrive', () => {
    const all = messages(12)
    const batches = fc.array(fc.subarray(all), { maxLength: 8 })
    fc.assert(
      fc.property(batches, (arrivals) => {
        const shown = arrivals.reduce<ShownMessage[]>((before, batch) => merge(before, batch), [])
        const arrived = all.filter((message) => arrivals.some((batch) => batch.includes(message)))
        expect(shown.map(({ id }) => id)).toEqual(arrived.map(({ id }) => id))
      }),
    )
  })
})
