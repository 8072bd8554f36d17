import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOpenConversation } from '#web/state/chat/conversation.ts'
import { createMatchMemory } from '#web/state/chat/match-memory.ts'
import { createToastStore } from '#web/state/toasts.ts'
import { eventually } from '../../kit/eventually.ts'
import { createStorage } from '../../kit/storage.ts'
import { OTHER, SETTLED, setUp, talking } from './desktop-link-kit.ts'
import { aConversation, aKnock, aMessage, aUser, CHAT, ME, PARTNER, refusal } from './kit.ts'

describe('the page’s link to the desktop app', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('reports the state of the chat once it is known, and that the page has closed', async () => {
    const { states, setState, stop } = await setUp({ phase: 'restoring' })
    expect(states).toEqual([])
    setState({ phase: 'searching', since: 0, hint: false, searchId: 'search-1', kind: {} })
    setState(talking)
    expect(states.map(({ phase, openId }) => [phase, openId])).toEqual([
      ['searching', null],
      ['chat', CHAT],
    ])
    stop()
    expect(states.at(-1)).toEqual({ phase: 'away', openId: null, unread: [], knocks: [], ring: 'none' })
  })

  it('reports a new match once, but not a restored one', async () => {
    const { events, setState } = await setUp({ phase: 'restoring' })
    setState(talking)
    setState({ phase: 'searching', since: 0, hint: false, searchId: 'search-1', kind: {} })
    setState({ ...talking, isNewMatch: true })
    setState({ ...talking, isNewMatch: true })
    setState(talking)
    const match = { kind: 'match', conversationId: CHAT, partnerName: 'Juniper', text: '' }
    expect(events).toEqual([{ ...match, id: `match:${CHAT}:${Date.now() - SETTLED}:1` }])
    setState({ ...talking, isNewMatch: true })
    expect(events[1]).toEqual({ ...match, id: `match:${CHAT}:${Date.now() - SETTLED}:2` })
  })

  it('reports once that a partner has accepted to talk', async () => {
    const waiting = { ...talking, conversation: { ...talking.conversation, awaitsAnswer: true } }
    const { events, setState } = await setUp(waiting)
    setState(talking)
    setState({ ...talking })
    expect(events.map(({ kind, partnerName }) => [kind, partnerName])).toEqual([['accepted', 'Juniper']])
  })

  it('reports who would like to talk, and accepts for the member', async () => {
    const { events, states, server, asked, ways, tell, knocks, stream } = await setUp()
    stream.tell({ event: 'knock', data: { ...aKnock(), waiting: true } })
    expect(events).toEqual([
      {
        id: `knock:${aKnock().id}`,
        kind: 'knock',
        conversationId: aKnock().id,
        partnerName: 'Juniper',
        text: '',
      },
    ])
    expect(states.at(-1)?.knocks).toEqual([aKnock().id])
    server.on('acceptKnock', { body: aConversation() })
    tell({ type: 'accept-knock', knockId: aKnock().id })
    await eventually(() => expect(asked).toEqual(['open']))
    expect([ways, knocks.getState(), states.at(-1)?.knocks]).toEqual([['home'], [], []])
    tell({ type: 'accept-knock', knockId: aKnock().id })
    expect(server.of('acceptKnock')).toHaveLength(1)
  })

  // covers: beyond-ring-desktop
  it('reports a search that rings, each ring under its own id, and the end', async () => {
    const { events, states, setState, searchState } = await setUp()
    const search = {
      searching: true,
      waitingSeconds: 4,
      ringUntil: null,
      comeUntil: null,
      missedRingAt: null,
    }
    const ringUntil = '2026-11-29T12:00:00.000Z'
    const comeUntil = '2026-11-29T11:00:00.000Z'
    searchState.setState({ ...search, ringUntil })
    // Another device began it.
    expect(states.at(-1)).toMatchObject({ phase: 'searching', ring: 'set' })
    setState({ phase: 'searching', since: 0, hint: false, searchId: 'search-1', kind: {} })
    expect(events).toEqual([])
    searchState.setState({ ...search, ringUntil, comeUntil })
    expect(states.at(-1)).toMatchObject({ phase: 'searching', ring: 'ringing' })
    const ring = { id: `ring:${comeUntil}`, kind: 'ring', conversationId: ME, partnerName: '', text: '' }
    expect(events).toEqual([ring])
    searchState.setState(search)
    expect(states.at(-1)).toMatchObject({ phase: 'searching', ring: 'none' })
    setState(talking)
    searchState.setState(null)
    expect(states.at(-1)).toMatchObject({ phase: 'chat', ring: 'none' })
    expect(events).toEqual([ring])
  })

  it('reports a message under the event’s id, unless the member looks at its conversation', async () => {
    const { hear, events, unread, attention, states } = await setUp(talking)
    await hear(1)
    await hear(2, { senderId: ME })
    expect(events).toEqual([])
    attention.setState(false)
    unread[CHAT] = 1
    await hear(3)
    expect(events).toEqual([
      { id: 'e3', kind: 'message', conversationId: CHAT, partnerName: 'Juniper', text: 'Message 3' },
    ])
    expect(states.at(-1)?.unread).toEqual([{ conversationId: CHAT, count: 1 }])
  })

  it('reports a message in another conversation', async () => {
    const { hear, events, unread } = await setUp(talking)
    unread[OTHER] = 1
    await hear(1, { conversationId: OTHER })
    expect(events.map(({ conversationId }) => conversationId)).toEqual([OTHER])
  })

  it('reports no message that was read elsewhere within a second', async () => {
    const { hear, events, unread, attention, states } = await setUp(talking)
    attention.setState(false)
    unread[CHAT] = 0
    await hear(1)
    expect(events).toEqual([])
    expect(states.at(-1)?.unread).toEqual([])
  })

  it('reports messages even if the server does not answer', async () => {
    const { hear, events, server, attention } = await setUp(talking)
    attention.setState(false)
    server.on('listConversations', refusal(500, 'INTERNAL'))
    await hear(1)
    expect(events).toHaveLength(1)
  })

  it('sends one request for a burst of messages, and reports the last one', async () => {
    const { server, stream, events, unread, attention } = await setUp(talking)
    attention.setState(false)
    unread[CHAT] = 3
    const before = server.of('listConversations').length
    for (const n of [1, 2, 3]) stream.tell({ event: 'new_chat_message', data: aMessage(n) }, `e${n}`)
    await vi.advanceTimersByTimeAsync(SETTLED)
    expect(server.of('listConversations')).toHaveLength(before + 1)
    expect(events.map(({ text }) => text)).toEqual(['Message 3'])
  })

  it('reports a partner who left the open chat, but not the member’s own leaving', async () => {
    const { stream, setState, events } = await setUp(talking)
    const left = (userId: string) => {
      // The chat machine receives the event first.
      setState({ phase: 'idle' })
      stream.tell(
        { event: 'conversation_disconnected', data: { conversationId: CHAT, userId, reason: 'resigned' } },
        'e9',
      )
    }
    left(ME)
    setState(talking)
    left(PARTNER)
    expect(events.map(({ id, kind }) => [id, kind])).toEqual([['e9', 'left']])
    await vi.advanceTimersByTimeAsync(1)
    left(PARTNER)
    expect(events).toHaveLength(1)
  })

  it('reports an ended chat on screen as idle, and that the partner has left', async () => {
    const { stream, setState, events, states } = await setUp(talking)
    setState({ ...talking, conversation: aConversation({ partnerActive: false }) })
    const data = { conversationId: CHAT, userId: PARTNER, reason: 'resigned' as const }
    stream.tell({ event: 'conversation_disconnected', data }, 'e9')
    expect(events.map(({ kind }) => kind)).toEqual(['left'])
    expect(states.at(-1)).toMatchObject({ phase: 'idle', openId: CHAT })
  })

  it('runs the commands of the tray and the menu', async () => {
    const { tell, asked, ways } = await setUp()
    tell({ type: 'find-match' })
    tell({ type: 'find-another' })
    tell({ type: 'open-settings' })
    expect(asked).toEqual(['findMatch', 'findAnother'])
    expect(ways).toEqual(['home', 'home', 'home', 'settings'])
  })

  it('opens the conversation of a notification, and marks it as read', async () => {
    const { tell, chat, asked, server } = await setUp()
    tell({ type: 'open-conversation', conversationId: OTHER })
    await vi.advanceTimersByTimeAsync(0)
    expect(chat.getState()).toMatchObject({ phase: 'matched', conversation: { id: OTHER } })
    expect(server.of('markRead').map(({ params }) => params)).toEqual([[OTHER]])
    expect(asked).toEqual(['open'])
  })

  it('brings the current chat to the front for its notification, without a request', async () => {
    const { tell, asked, server } = await setUp(talking)
    tell({ type: 'open-conversation', conversationId: talking.conversation.id })
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toEqual(['open'])
    expect(server.of('currentConversation')).toEqual([])
  })

  it('reports a message in a chat that is not on screen', async () => {
    const { isOnScreen, hear, events, unread } = await setUp(talking)
    isOnScreen.setState(false)
    unread[talking.conversation.id] = 1
    await hear(1)
    expect(events).toMatchObject([{ kind: 'message', text: 'Message 1' }])
  })

  it('sends a quick reply, and reports why it was not sent', async () => {
    const { tell, server, events } = await setUp()
    server.on('sendMessage', { body: aMessage(1, { senderId: ME }) })
    tell({ type: 'reply', conversationId: CHAT, text: 'On my way' })
    await vi.advanceTimersByTimeAsync(SETTLED)
    expect(server.of('sendMessage')[0]?.body).toEqual({
      conversationId: CHAT,
      message: 'On my way',
      clientMessageId: 'key-1',
    })
    expect(events).toEqual([])
    server.on('sendMessage', refusal(422, 'MESSAGE_HELD', 'It is being looked at.'))
    tell({ type: 'reply', conversationId: CHAT, text: 'Again' })
    await vi.advanceTimersByTimeAsync(SETTLED)
    expect(events).toMatchObject([{ kind: 'not-sent', text: 'It is being looked at.' }])
  })

  it('marks messages as read only once the member looks at the window', async () => {
    const { api, server, stream, attention } = await setUp(talking)
    server.on('listMessages', { body: { elements: [], totalPages: 0, totalElements: 0, last: true } })
    const conversation = createOpenConversation({
      api,
      stream,
      attention,
      toasts: createToastStore(),
      memory: createMatchMemory(createStorage(), Date.now),
      me: aUser(),
      conversation: aConversation(),
      now: Date.now,
      newKey: () => 'key',
    })
    await conversation.load()
    await vi.advanceTimersByTimeAsync(0)
    const marks = () => server.of('markRead').length
    const before = marks()
    attention.setState(false)
    stream.tell({ event: 'new_chat_message', data: aMessage(1) })
    stream.tell({ event: 'new_chat_message', data: aMessage(2) })
    await vi.advanceTimersByTimeAsync(1)
    expect(marks()).toBe(before)
    attention.setState(true)
    attention.setState(false)
    attention.setState(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(marks()).toBe(before + 1)
    conversation[Symbol.dispose]()
  })

  it('learns from the app whether the member looks at the page', async () => {
    const { tell, attention, stop } = await setUp()
    tell({ type: 'attention', attentive: false })
    expect(attention.getState()).toBe(false)
    tell({ type: 'attention', attentive: true })
    expect(attention.getState()).toBe(true)
    stop()
  })

  it('sends no request once it has stopped', async () => {
    const { server, stop, stream } = await setUp()
    const asked = server.of('listConversations').length
    stream.tell({ event: 'new_chat_message', data: aMessage(1) }, 'e1')
    stop()
    await vi.advanceTimersByTimeAsync(SETTLED)
    expect(server.of('listConversations')).toHaveLength(asked)
  })

  it('uses the conversation for the id of a leaving without an event id', async () => {
    const { stream, events, setState } = await setUp(talking)
    setState({ ...talking, conversation: aConversation({ partnerActive: false }) })
    const data = { conversationId: CHAT, userId: PARTNER, reason: 'resigned' as const }
    stream.tell({ event: 'conversation_disconnected', data })
    expect(events).toMatchObject([{ id: `left:${CHAT}`, kind: 'left', partnerName: 'Juniper' }])
  })

  it('uses the name in the conversation list for the sender', async () => {
    const { hear, unread, events } = await setUp()
    unread[CHAT] = 1
    await hear(1, { senderName: 'An earlier name' })
    expect(events).toMatchObject([{ kind: 'message', partnerName: 'Juniper' }])
  })
})
