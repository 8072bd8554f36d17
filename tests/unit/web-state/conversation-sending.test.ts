import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../kit/eventually.ts'
import { mine, openWith, passing } from './conversation-kit.ts'
import { aConversation, aMessage, CHAT, lostConnection, ME, PARTNER, type Reply, refusal } from './kit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] }))
afterEach(() => void vi.useRealTimers())

describe('sending', () => {
  // covers: 3-optimistic-message-ids, 4.4-optimistic-message
  it('shows the message at once, then the server’s copy in its place', async () => {
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

  // covers: 4.4-optimistic-message
  it('shows it once, whether the stream or the answer comes first', async () => {
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

  it('changes what is shown twice for one message: at once, and when the server has it', async () => {
    const { open, server, arrives } = await openWith([aMessage(1)])
    const stored = Promise.withResolvers<Reply>()
    server.on('sendMessage', () => stored.promise)
    let changes = 0
    open.subscribe(() => {
      changes += 1
    })
    const before = open.getState().messages[0]
    const sent = open.send('Hello')
    arrives(mine(2, 'key-1', 'Hello'))
    stored.resolve({ body: mine(2, 'key-1', 'Hello') })
    await sent
    arrives(aMessage(1))
    expect(changes).toBe(2)
    expect(open.getState().messages[0]).toBe(before)
  })

  // covers: 5-no-empty-message
  it('does not send white space', async () => {
    const { open, server } = await openWith([])
    await open.send(' \n\t ')
    expect(open.getState().messages).toEqual([])
    expect(server.of('sendMessage')).toHaveLength(0)
  })

  // covers: beyond-client-message-id-reused
  it('retries with a new key when the server has another message under the old one', async () => {
    const { open, server } = await openWith([])
    server.on('sendMessage', refusal(409, 'CONFLICT', 'We already have another message with this key.'))
    await open.send('Hello')
    const [failed] = open.getState().messages
    expect(failed).toMatchObject({ state: 'failed', message: 'Hello' })
    server.on('sendMessage', () => ({ body: mine(1, 'key-2', 'Hello') }))
    await open.retry(failed?.id ?? '')
    expect(server.of('sendMessage').map(({ body }) => body)).toMatchObject([
      { clientMessageId: 'key-1' },
      { clientMessageId: 'key-2' },
    ])
    expect(open.getState().messages).toMatchObject([{ message: 'Hello', state: 'sent' }])
  })

  it('sends messages one after the other, in the order of writing', async () => {
    const { open, server } = await openWith([])
    const first = Promise.withResolvers<Reply>()
    const replies: (Reply | Promise<Reply>)[] = [first.promise, { body: mine(2, 'key-2', 'Two') }]
    server.on('sendMessage', () => replies.shift() ?? lostConnection())
    const both = Promise.all([open.send('One'), open.send('Two')])
    await eventually(() => expect(server.of('sendMessage')).toHaveLength(1))
    await passing(1_000)
    expect(server.of('sendMessage')).toHaveLength(1)
    first.resolve({ body: mine(1, 'key-1', 'One') })
    await both
    expect(open.getState().messages.map(({ message, state }) => [message, state])).toEqual([
      ['One', 'sent'],
      ['Two', 'sent'],
    ])
  })

  // covers: 8.2-message-not-sent
  it('retries a failed message under the same key, for which it is stored once', async () => {
    const { open, server, toasts } = await openWith([])
    server.on('sendMessage', lostConnection())
    await open.send('Hello')
    expect(open.getState().messages).toMatchObject([{ id: 'temp-key-1', state: 'waiting' }])
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

  // covers: 8.2-send-failed
  it('shows why the server refused a message', async () => {
    const { open, server, toasts } = await openWith([])
    server.on('sendMessage', refusal(409, 'CONVERSATION_ENDED', 'This conversation has ended.'))
    await open.send('Hello')
    expect(toasts.getState()).toMatchObject({
      title: 'Failed to send message',
      description: 'This conversation has ended.',
    })
  })

  // covers: 5-message-needs-a-conversation, 8.2-no-active-conversation
  it('reports no active conversation for a retry or confirmation after the partner has left', async () => {
    const { open, server, toasts } = await openWith([])
    const refusals = [
      refusal(403, 'FORBIDDEN', 'Not now.'),
      refusal(409, 'CONTACT_DETAILS', 'Contact details?'),
    ]
    server.on('sendMessage', () => refusals.shift() ?? lostConnection())
    await open.send('Hello')
    await open.send('Write to me@example.com')
    open.follow(aConversation({ partnerActive: false }))
    const none = { title: 'Cannot send message', description: 'No active conversation' }
    for (const act of [
      () => open.retry('temp-key-1'),
      () => open.confirm('temp-key-2'),
      () => open.send('Are you there?'),
    ]) {
      toasts.show({ title: 'Something else' })
      await act()
      expect(toasts.getState()).toMatchObject(none)
    }
    expect(server.of('sendMessage')).toHaveLength(2)
    // The written text stays readable.
    expect(open.getState().messages).toMatchObject([
      { message: 'Hello', state: 'failed' },
      { message: 'Write to me@example.com', state: 'failed' },
    ])
    open.follow(aConversation())
    server.on('sendMessage', { body: mine(1, 'key-1', 'Hello') })
    await open.retry('temp-key-1')
    expect(server.of('sendMessage')).toHaveLength(3)
  })

  it('shows only the request to slow down when messages come too fast', async () => {
    const { open, server, toasts } = await openWith([])
    server.on('sendMessage', refusal(429, 'RATE_LIMITED'))
    await open.send('Hello')
    expect(open.getState().messages).toMatchObject([{ state: 'failed' }])
    expect(toasts.getState()?.title).toBe('Slow down a bit')
  })

  it('renews the time of the stored match', async () => {
    const { open, server, memory } = await openWith([])
    memory.remember(CHAT)
    await passing(599_000)
    server.on('sendMessage', { body: mine(1, 'key-1', 'Hello') })
    await open.send('Hello')
    await passing(599_000)
    expect(memory.recall()).toBe(CHAT)
  })

  it('stores no match when the answer arrives after the chat was left', async () => {
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

describe('typing', () => {
  const told = (server: Awaited<ReturnType<typeof openWith>>['server']) =>
    server.of('setTyping').map(({ params }) => params[0])

  // covers: 4.4-typing-once-a-second, 7-typing
  it('goes out at most once a second, and its end after three seconds', async () => {
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

  // covers: 4.4-typing-once-a-second
  it("shows for three seconds when it is the partner's, or until their message", async () => {
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

  // covers: 4.3-typing-events
  it("shows for either name of the event when it is the partner's", async () => {
    for (const event of ['typing_status', 'TYPING_EVENT'] as const) {
      const { open, stream } = await openWith([])
      const tell = (isTyping: boolean) =>
        stream.tell({ event, data: { conversationId: CHAT, userId: PARTNER, isTyping } })
      tell(true)
      expect(open.getState().partnerTyping).toBe(true)
      tell(false)
      expect(open.getState().partnerTyping).toBe(false)
    }
  })

  it("does not show when it is another member's", async () => {
    const { open, typing } = await openWith([])
    typing(true, ME)
    expect(open.getState().partnerTyping).toBe(false)
  })
})
