import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { partnerPresence } from '#web/state/chat/about-conversation.ts'
import { createOutbox } from '#web/state/chat/outbox.ts'
import { createStore } from '#web/state/store.ts'
import { eventually } from '../../kit/eventually.ts'
import { mine, openWith, passing } from './conversation-kit.ts'
import { type Asked, aConversation, aMessage, CHAT, lostConnection, PARTNER, refusal } from './kit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] }))
afterEach(() => void vi.useRealTimers())

const keyOf = ({ body }: Asked) => (body as { clientMessageId: string }).clientMessageId
const textOf = ({ body }: Asked) => (body as { message: string }).message

const outboxDeps = { now: () => Date.now(), newKey: () => 'another-key' }

/** Stores each message once, in the order of arrival. */
function storing() {
  const stored: string[] = []
  return {
    stored,
    answer(asked: Asked) {
      if (!stored.includes(keyOf(asked))) stored.push(keyOf(asked))
      return { body: mine(stored.indexOf(keyOf(asked)) + 1, keyOf(asked), textOf(asked)) }
    },
  }
}

describe('messages written without a connection', () => {
  // covers: design-unsent-messages
  it('go out within 2 s of its return, in order and once each', async () => {
    const { open, server, texts } = await openWith([])
    server.on('sendMessage', lostConnection())
    for (const text of ['One', 'Two', 'Three']) void open.send(text)
    await passing(60_000)
    expect(open.getState().messages.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting'])
    const { stored, answer } = storing()
    server.on('sendMessage', answer)
    await passing(2_000)
    expect(stored).toEqual(['key-1', 'key-2', 'key-3'])
    expect(texts()).toEqual(['One', 'Two', 'Three'])
    expect(open.getState().messages.every(({ state }) => state === 'sent')).toBe(true)
  })

  it('go out as soon as the live stream is connected again', async () => {
    const { open, server, stream } = await openWith([])
    server.on('sendMessage', lostConnection())
    stream.setConnected(false)
    await open.send('One')
    server.on('sendMessage', storing().answer)
    stream.setConnected(true)
    await passing(0)
    expect(open.getState().messages).toMatchObject([{ state: 'sent' }])
  })

  it('keep their order when another is written after the return', async () => {
    const { open, server, texts } = await openWith([])
    server.on('sendMessage', lostConnection())
    await open.send('One')
    const { stored, answer } = storing()
    server.on('sendMessage', answer)
    await open.send('Two')
    expect(stored).toEqual(['key-1', 'key-2'])
    expect(texts()).toEqual(['One', 'Two'])
  })

  it('do not go out to an ended chat after a manual retry', async () => {
    const { open, server, toasts } = await openWith([])
    server.on('sendMessage', lostConnection())
    await open.send('One')
    open.follow(aConversation({ partnerActive: false }))
    await open.retry('temp-key-1')
    expect(open.getState().messages).toMatchObject([{ message: 'One', state: 'failed' }])
    expect(toasts.getState()?.title).toBe('Cannot send message')
    const tries = server.of('sendMessage').length
    await passing(10_000)
    expect(server.of('sendMessage')).toHaveLength(tries)
  })

  it('go out again after an attempt without an answer', async () => {
    const { open, server } = await openWith([])
    server.on('sendMessage', () => new Promise(() => undefined))
    void open.send('One')
    await passing(15_000)
    expect(open.getState().messages).toMatchObject([{ state: 'waiting' }])
    server.on('sendMessage', storing().answer)
    await passing(2_000)
    expect(open.getState().messages).toMatchObject([{ state: 'sent' }])
  })

  it('go out without waiting for an attempt from before the return', async () => {
    const { open, server, stream } = await openWith([])
    server.on('sendMessage', () => new Promise(() => undefined))
    void open.send('One')
    await passing(1_000)
    stream.setConnected(false)
    server.on('sendMessage', storing().answer)
    stream.setConnected(true)
    await passing(0)
    expect(open.getState().messages).toMatchObject([{ state: 'sent' }])
  })

  it('report the failure once for all attempts and messages', async () => {
    const { open, server, toasts } = await openWith([])
    server.on('sendMessage', lostConnection())
    await open.send('One')
    expect(toasts.getState()?.title).toBe('Message not sent')
    const { id = 0 } = toasts.getState() ?? {}
    void open.send('Two')
    await passing(30_000)
    expect(toasts.getState()?.id).toBe(id)
  })

  it('fail at a refusal, which does not hold up the next message', async () => {
    const { open, server } = await openWith([])
    server.on('sendMessage', lostConnection())
    for (const text of ['One', 'Two']) void open.send(text)
    await passing(0)
    const { answer } = storing()
    server.on('sendMessage', (asked) => (textOf(asked) === 'One' ? refusal(409, 'CONFLICT') : answer(asked)))
    await passing(2_000)
    const states = open.getState().messages.map(({ message, state }) => [message, state])
    expect(states).toEqual([
      ['Two', 'sent'],
      ['One', 'failed'],
    ])
  })

  it('do not go out again when the live stream has delivered them', async () => {
    const { open, server, arrives } = await openWith([])
    server.on('sendMessage', lostConnection())
    await open.send('One')
    const attempts = server.of('sendMessage').length
    arrives(mine(1, 'key-1', 'One'))
    await passing(60_000)
    expect(server.of('sendMessage').length).toBeLessThanOrEqual(attempts + 1)
    expect(open.getState().messages).toMatchObject([{ state: 'sent' }])
  })

  it('stay when the conversation is cleared', async () => {
    const { open, server, arrives, texts } = await openWith([])
    server.on('sendMessage', lostConnection())
    arrives(aMessage(1))
    await open.send('One')
    await open.clear()
    expect(texts()).toEqual(['One'])
  })

  it('go out after the chat was closed, and show when it is reopened', async () => {
    const { open, server, stream, services } = await openWith([])
    const outbox = createOutbox({ ...outboxDeps, api: services.api, connected: stream.connected }, CHAT)
    const time = new Date().toISOString()
    const written = { ...mine(1, 'key-9', 'Later'), time, id: 'temp-key-9', state: 'sending' as const }
    server.on('sendMessage', lostConnection())
    await outbox.add(written)
    open[Symbol.dispose]()
    const again = await openWith([], { load: false, outbox })
    expect(again.open.getState().messages).toMatchObject([{ message: 'Later', state: 'waiting' }])
    server.on('sendMessage', storing().answer)
    await passing(2_000)
    expect(again.open.getState().messages).toMatchObject([{ message: 'Later', state: 'sent' }])
  })

  it('do not go out after another member has signed in', async () => {
    const { server, services } = await openWith([])
    let isSignedIn = true
    const connected = createStore(true)
    const outbox = createOutbox(
      { ...outboxDeps, api: services.api, connected, isSignedIn: () => isSignedIn },
      CHAT,
    )
    server.on('sendMessage', lostConnection())
    const time = new Date().toISOString()
    await outbox.add({ ...mine(1, 'key-9', 'Mine'), time, id: 'temp-key-9', state: 'sending' })
    isSignedIn = false
    const attempts = server.of('sendMessage').length
    await passing(60_000)
    expect(server.of('sendMessage')).toHaveLength(attempts)
    expect(outbox.messages()).toEqual([])
  })

  // covers: 7-send-message-time-header
  it('carry the time of writing in a header', async () => {
    const { open, server } = await openWith([])
    const writtenAt = new Date().toISOString()
    server.on('sendMessage', lostConnection())
    await open.send('One')
    await passing(10_000)
    const times = server.of('sendMessage').map(({ headers }) => headers.get('time'))
    expect(new Set(times)).toEqual(new Set([writtenAt]))
  })
})

describe('a partner', () => {
  it('does not show as online while this page is offline, and is read again after the reconnection', async () => {
    const { open, server, stream } = await openWith([])
    const presence = () => {
      const { partnerOnline, connected } = open.getState()
      return partnerPresence(aConversation(), partnerOnline, connected)
    }
    expect(presence()).toBe('Online')
    stream.tell({
      event: 'typing_status',
      data: { conversationId: CHAT, userId: PARTNER, isTyping: true },
    })
    stream.setConnected(false)
    expect(presence()).toBe('Reconnecting…')
    expect(open.getState().partnerTyping).toBe(false)
    server.on('getPartner', { body: { ...open.getState().partner, online: false } })
    stream.setConnected(true)
    await eventually(() => expect(presence()).toBe('Away'))
  })
})

describe('a read mark', () => {
  // covers: 8.2-mark-read-failures
  it('goes out again until it succeeds, and its failures are logged', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const { server, arrives } = await openWith([])
    server.on('markRead', lostConnection())
    arrives(aMessage(1))
    await passing(3_000)
    server.on('markRead', { body: { success: true } })
    await passing(10_000)
    const attempts = server.of('markRead').length
    expect(logged).toHaveBeenCalledWith('Marking the conversation as read failed', expect.any(Error))
    expect(attempts).toBeGreaterThanOrEqual(4)
    await passing(60_000)
    expect(server.of('markRead')).toHaveLength(attempts)
    logged.mockRestore()
  })
})
