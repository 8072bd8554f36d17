import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createChatView } from '#web/state/chat/chat-view.ts'
import { OTHER_CHAT, setUp } from './chat-machine-kit.ts'
import { messages, openWith, passing } from './conversation-kit.ts'
import { aConversation, aMessage, CHAT, lostConnection, PARTNER, type Reply, refusal } from './kit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a closed conversation', () => {
  it('stays unchanged when the partner stops typing', async () => {
    const { open, typing } = await openWith([])
    typing(true)
    open[Symbol.dispose]()
    let told = 0
    open.subscribe(() => {
      told += 1
    })
    await passing(10_000)
    expect([told, open.getState().partnerTyping]).toEqual([0, true])
  })

  it('shows no toast for a message that fails afterwards', async () => {
    const { open, server, toasts } = await openWith([])
    const late = Promise.withResolvers<Reply>()
    server.on('clearConversation', () => late.promise)
    const clearing = open.clear()
    open[Symbol.dispose]()
    late.resolve(refusal(500, 'INTERNAL'))
    await clearing
    expect(toasts.getState()).toBeNull()
  })
})

describe('a conversation that could not be cleared', () => {
  it('restores its messages, with new ones and each pending one once', async () => {
    const { open, server, texts, arrives } = await openWith(messages(2))
    server.on('sendMessage', lostConnection())
    await open.send('Waiting')
    const late = Promise.withResolvers<Reply>()
    server.on('clearConversation', () => late.promise)
    server.on('listMessages', lostConnection())
    const clearing = open.clear()
    expect(texts()).toEqual(['Waiting'])
    arrives(aMessage(3))
    late.resolve(refusal(500, 'INTERNAL'))
    await clearing
    expect(texts()).toEqual(['Message 1', 'Message 2', 'Message 3', 'Waiting'])
    expect(open.getState().messages.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'waiting'])
    open[Symbol.dispose]()
  })
})

describe('a message', () => {
  it('shows as not sent when the browser aborted its request', async () => {
    const { open, server, toasts } = await openWith([])
    server.on('sendMessage', new DOMException('aborted', 'AbortError'))
    await open.send('Hello')
    expect(open.getState().messages).toMatchObject([{ state: 'failed' }])
    expect(toasts.getState()).toMatchObject({
      title: 'Message not sent',
      description: 'There was an error sending your message. Please try again.',
    })
  })

  it('returns no text when it does not exist', async () => {
    const { open, texts } = await openWith(messages(1))
    expect(open.discard('other')).toBe('')
    expect(texts()).toEqual(['Message 1'])
  })
})

describe('the partner', () => {
  it('follows the presence events of this partner only', async () => {
    const { open, stream } = await openWith([])
    const tell = (event: 'USER_ONLINE' | 'USER_OFFLINE', userId = PARTNER) => {
      stream.tell({ event, data: { userId } })
      return open.getState().partnerOnline
    }
    expect(tell('USER_OFFLINE', CHAT)).toBe(true)
    expect(tell('USER_OFFLINE')).toBe(false)
    expect(tell('USER_ONLINE', CHAT)).toBe(false)
    expect(tell('USER_ONLINE')).toBe(true)
  })
})

describe('a conversation that has not loaded', () => {
  it('requests no older messages', async () => {
    const { open, server } = await openWith(messages(20), { load: false })
    await open.loadOlder()
    expect(open.getState()).toMatchObject({ status: 'loading', hasMore: false })
    expect(server.of('listMessages')).toEqual([])
  })
})

describe('the typing of the partner', () => {
  it('does not show for another conversation', async () => {
    const { open, stream } = await openWith([])
    const data = { conversationId: CHAT.replace('c1', 'c2'), userId: PARTNER, isTyping: true }
    stream.tell({ event: 'typing_status', data })
    expect(open.getState().partnerTyping).toBe(false)
  })
})

describe('a chat that is set aside', () => {
  it('comes back without counting as a new chat', async () => {
    const { chat: machine } = await setUp()
    const { chat, view } = createChatView(machine)
    chat.open(aConversation())
    const { begun } = view.getState()
    view.setAside()
    view.bringBack()
    expect(view.getState()).toEqual({ isSetAside: false, begun })
  })
})

describe('a search', () => {
  it('shows the server’s message when it is refused for another reason', async () => {
    const { chat, server, toasts } = await setUp()
    server.on('findMatch', refusal(403, 'FORBIDDEN', 'Not now.'))
    await chat.findMatch()
    await passing(0)
    expect(chat.getState()).toEqual({ phase: 'idle' })
    expect(toasts.getState()).toMatchObject({
      title: 'Error',
      description: 'Not now.',
      variant: 'destructive',
    })
  })

  it('shows its hint once', async () => {
    const { chat } = await setUp()
    await chat.findMatch()
    let told = 0
    chat.subscribe(() => {
      told += 1
    })
    await passing(120_000)
    expect([told, chat.getState()]).toEqual([1, expect.objectContaining({ hint: true })])
    chat.stop()
  })
})

describe('a restored match', () => {
  it('gives way when another conversation was opened during the request', async () => {
    const { chat, memory, server } = await setUp({ start: false })
    memory.remember(CHAT)
    const late = Promise.withResolvers<Reply>()
    server.on('currentConversation', () => late.promise)
    const starting = chat.start()
    const other = aConversation({ id: OTHER_CHAT })
    chat.open(other)
    late.resolve({ body: aConversation() })
    await starting
    expect(chat.getState()).toMatchObject({ phase: 'matched', conversation: { id: OTHER_CHAT } })
  })
})
