import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../kit/eventually.ts'
import { matchWith, passing, setUp } from './chat-machine-kit.ts'
import { mine, openWith } from './conversation-kit.ts'
import { aConversation, CHAT, pageOf, refusal } from './kit.ts'

const WAITING = aConversation({
  awaitsAnswer: true,
  awaitsAnswerUntil: '2026-11-21T12:00:00.000Z',
  userOnline: false,
})
const WAITING_MESSAGE = { ...mine(1, 'key-1', 'Hello again'), awaitsAnswer: true }
const ACCEPTED = aConversation({ awaitsAnswer: false })

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] }))
afterEach(() => void vi.useRealTimers())

describe('a chat that waits for an answer', () => {
  it('says that the chat has started when the partner accepts', async () => {
    const { chat, stream, toasts } = await setUp()
    chat.open(WAITING)
    expect(toasts.getState()).toBeNull()
    stream.tell({ event: 'match_found', data: { ...ACCEPTED, startedByMe: false } })
    expect(chat.getState()).toMatchObject({ phase: 'matched', conversation: { awaitsAnswer: false } })
    expect(toasts.getState()).toMatchObject({ description: 'You are now chatting with Juniper.' })
  })

  it('learns of an acceptance that it missed when the stream returns', async () => {
    const { chat, stream, server, toasts } = await setUp()
    chat.open(WAITING)
    server.on('currentConversation', matchWith({ awaitsAnswer: false }))
    stream.setConnected(true)
    await eventually(() => expect(toasts.getState()?.title).toBe('Chat started'))
  })

  it('ends without naming the partner when the time is over', async () => {
    const { chat, stream, server, toasts } = await setUp()
    chat.open(WAITING)
    server.on('currentConversation', matchWith({ userActive: false, partnerActive: false }))
    stream.tell({ event: 'resync', data: {} })
    await eventually(() => expect(toasts.getState()?.title).toBe('This invitation is over'))
    expect(chat.getState()).toEqual({
      phase: 'matched',
      conversation: aConversation({ userActive: false, userOnline: false }),
      isNewMatch: false,
    })
  })

  // covers: beyond-knock-ends
  it('asks the server when the time is over, until it says so as well', async () => {
    const { chat, server, toasts } = await setUp()
    vi.setSystemTime('2026-11-21T11:59:00.000Z')
    chat.open(WAITING)
    server.on('currentConversation', { body: WAITING })
    await passing(60_000)
    expect(server.of('currentConversation')).toHaveLength(0)
    await passing(1_000)
    await eventually(() => expect(server.of('currentConversation')).toHaveLength(1))
    expect(chat.getState()).toMatchObject({ conversation: { awaitsAnswer: true } })
    server.on('currentConversation', matchWith({ userActive: false, partnerActive: false }))
    await passing(30_000)
    await eventually(() => expect(toasts.getState()?.title).toBe('This invitation is over'))
    await passing(60_000)
    expect(server.of('currentConversation')).toHaveLength(2)
  })

  it('asks nothing once the page has stopped', async () => {
    const { chat, server } = await setUp()
    vi.setSystemTime('2026-11-21T11:59:00.000Z')
    chat.open(WAITING)
    chat.stop()
    await passing(120_000)
    expect(server.of('currentConversation')).toHaveLength(0)
  })

  it('returns after a reload', async () => {
    const { chat, server } = await setUp({ match: CHAT, start: false })
    server.on('currentConversation', { body: WAITING })
    await chat.start()
    expect(chat.getState()).toMatchObject({ phase: 'matched', conversation: WAITING })
  })

  it('ends with Find Another, and goes on waiting after a logout', async () => {
    const { chat, order } = await setUp()
    chat.open(WAITING)
    await chat.resign()
    expect(order()).toEqual([])
    chat.open(WAITING)
    chat.findAnother()
    await passing(0)
    expect(order()).toEqual(['resign', 'findMatch'])
  })

  it('ends no search when the partner accepts', async () => {
    const { chat, stream } = await setUp()
    await chat.findMatch()
    stream.tell({ event: 'match_found', data: { ...ACCEPTED, startedByMe: false } })
    expect(chat.getState().phase).toBe('searching')
    stream.tell({ event: 'match_found', data: { ...ACCEPTED, startedByMe: true } })
    expect(chat.getState().phase).toBe('matched')
  })
})

describe('the conversation of a chat that waits for an answer', () => {
  it('reports no keystroke, and knows when its message is on the server', async () => {
    const { open, server } = await openWith([])
    open.follow(WAITING)
    open.typed()
    server.on('sendMessage', { body: WAITING_MESSAGE })
    await open.send('Hello again')
    expect(server.of('setTyping')).toHaveLength(0)
    expect(open.getState().messages).toMatchObject([
      { message: 'Hello again', state: 'sent', awaitsAnswer: true },
    ])
  })

  it('keeps the text of a second message, and shows why it was refused', async () => {
    const { open, server, toasts } = await openWith([])
    open.follow(WAITING)
    const why = 'Your message waits until they answer. You can write more then.'
    server.on('sendMessage', refusal(409, 'CONFLICT', why))
    server.on('listMessages', { body: pageOf([WAITING_MESSAGE]) })
    await open.send('And another thing')
    await eventually(() =>
      expect(open.getState().messages).toMatchObject([
        { message: 'Hello again', awaitsAnswer: true },
        { message: 'And another thing', state: 'failed' },
      ]),
    )
    expect(toasts.getState()).toMatchObject({ description: why })
  })

  it('keeps its message when the member clears the others', async () => {
    const { open } = await openWith([WAITING_MESSAGE, mine(0, 'key-0', 'Long ago')])
    open.follow(WAITING)
    await open.clear()
    expect(open.getState().messages).toMatchObject([{ message: 'Hello again' }])
  })

  it('loads the partner, and takes more messages, once the partner has accepted', async () => {
    const { open, server } = await openWith([])
    open.follow(WAITING)
    server.on('sendMessage', { body: WAITING_MESSAGE })
    await open.send('Hello again')
    const asked = server.of('getPartner').length
    open.follow(ACCEPTED)
    expect(open.getState().partnerOnline).toBe(true)
    expect(open.getState().messages.some(({ awaitsAnswer }) => awaitsAnswer)).toBe(false)
    await eventually(() => expect(server.of('getPartner')).toHaveLength(asked + 1))
    open.typed()
    await eventually(() => expect(server.of('setTyping')).toHaveLength(1))
  })
})
