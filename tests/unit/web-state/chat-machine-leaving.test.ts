import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { matchWith, OTHER_CHAT, passing, setUp } from './chat-machine-kit.ts'
import { aConversation, CHAT, lostConnection, ME, PARTNER, type Reply, refusal } from './kit.ts'

/** The chat is still on screen, and says that the partner has left. */
const ENDED = { phase: 'matched', conversation: { partnerActive: false } }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] }))
afterEach(() => void vi.useRealTimers())

describe('leaving', () => {
  it('leaves before it looks for the next one', async () => {
    const { chat, server, order, toasts } = await setUp()
    chat.open(aConversation())
    chat.findAnother()
    expect(chat.getState()).toMatchObject({ phase: 'searching' })
    await passing(0)
    expect(order()).toEqual(['resign', 'findMatch'])
    expect(server.of('resign')[0]).toMatchObject({ params: [CHAT], query: { resetPartner: 'true' } })
    expect(toasts.getState()?.title).toBe('Finding a new match')
  })

  it('looks for the next one although the server could not be told', async () => {
    const { chat, server, polls } = await setUp()
    server.on('resign', refusal(500, 'INTERNAL'))
    chat.open(aConversation())
    chat.findAnother()
    await passing(0)
    expect(polls()).toBe(1)
  })

  it('asks once for the next match when the search is cancelled and begun again meanwhile', async () => {
    const { chat, server, polls } = await setUp()
    const left = Promise.withResolvers<Reply>()
    server.on('resign', () => left.promise)
    chat.open(aConversation())
    chat.findAnother()
    void chat.cancel()
    await chat.find()
    left.resolve({ body: { success: true } })
    await passing(0)
    expect(polls()).toBe(1)
    await passing(4_000)
    expect(polls()).toBe(2)
  })

  it('says that the partner left, but nothing of leaving oneself in another tab', async () => {
    const { chat, leave, toasts } = await setUp()
    chat.open(aConversation())
    leave(CHAT, ME)
    expect(chat.getState()).toEqual({ phase: 'idle' })
    expect(toasts.getState()).toBeNull()
    chat.open(aConversation())
    leave(OTHER_CHAT, PARTNER)
    expect(chat.getState()).toMatchObject({ phase: 'matched' })
    leave(CHAT, PARTNER)
    expect(toasts.getState()).toMatchObject({
      title: 'Partner disconnected',
      description: expect.stringContaining("'Find Match'"),
    })
  })

  it('keeps the chat on screen as ended when the partner leaves, until the member moves on', async () => {
    const { chat, leave, memory, order } = await setUp()
    chat.open(aConversation())
    leave(CHAT, PARTNER)
    expect(chat.getState()).toEqual({
      phase: 'matched',
      conversation: aConversation({ partnerActive: false }),
      isNewMatch: false,
    })
    // A reload returns to the home screen.
    expect(memory.recall()).toBeNull()
    chat.leave(CHAT)
    expect(chat.getState()).toEqual({ phase: 'idle' })
    expect(order()).toEqual([])
  })

  it('tells once that the partner left, however often it is announced', async () => {
    const { chat, leave, toasts } = await setUp()
    chat.open(aConversation())
    leave(CHAT, PARTNER)
    const told = toasts.getState()?.id
    leave(CHAT, PARTNER)
    expect(toasts.getState()?.id).toBe(told)
  })

  it('shows the ended chat when the partner leaves before the match was entered', async () => {
    const { chat, leave, stream } = await setUp()
    await chat.find()
    stream.tell({ event: 'match_found', data: aConversation() })
    leave(CHAT, PARTNER)
    expect(chat.getState()).toMatchObject({ isNewMatch: false, conversation: { partnerActive: false } })
  })

  it('searches from an ended chat as from the home screen, and ends no open chat', async () => {
    const { chat, leave, order } = await setUp()
    chat.open(aConversation())
    await chat.find()
    expect(chat.getState().phase).toBe('matched')
    leave(CHAT, PARTNER)
    await chat.find()
    await passing(0)
    expect(chat.getState().phase).toBe('searching')
    expect(order()).toEqual(['findMatch'])
  })

  it('opens the ended chat again when the partner starts it again', async () => {
    const { chat, leave, stream, memory } = await setUp()
    chat.open(aConversation())
    leave(CHAT, PARTNER)
    stream.tell({ event: 'match_found', data: aConversation() })
    expect(chat.getState()).toMatchObject({ phase: 'matched', conversation: aConversation() })
    expect(memory.recall()).toBe(CHAT)
  })

  it('by a long absence of the member themselves is explained when they are back', async () => {
    const { chat, stream, toasts } = await setUp()
    chat.open(aConversation())
    const data = { conversationId: CHAT, userId: ME, reason: 'disconnected' } as const
    stream.tell({ event: 'conversation_disconnected', data })
    expect(chat.getState()).toMatchObject({ phase: 'matched', conversation: { userActive: false } })
    expect(toasts.getState()).toMatchObject({
      title: 'Chat ended',
      description: "This chat ended while you were offline. Click 'Find Match' to meet someone new.",
    })
  })

  it('that a resync hides is found by asking for the conversation', async () => {
    const { chat, server, stream, toasts } = await setUp()
    server.on('currentConversation', matchWith({ userActive: false }))
    chat.open(aConversation())
    stream.tell({ event: 'resync', data: {} })
    await passing(0)
    expect(chat.getState()).toMatchObject(ENDED)
    expect(toasts.getState()).toMatchObject({ title: 'Partner disconnected' })
  })

  it('is not assumed after a resync while the conversation is open', async () => {
    const { chat, server, stream } = await setUp()
    server.on('currentConversation', matchWith({ userOnline: false }))
    chat.open(aConversation())
    stream.tell({ event: 'resync', data: {} })
    await passing(0)
    expect(chat.getState()).toMatchObject({ phase: 'matched', conversation: { userOnline: false } })
  })

  it('of the partner during a long sleep is told after the reconnection', async () => {
    const { chat, server, stream, toasts } = await setUp()
    chat.open(aConversation())
    await passing(15 * 60_000)
    server.on('currentConversation', matchWith({ userActive: false, partnerActive: false }))
    stream.setConnected(true)
    await passing(0)
    expect(chat.getState()).toMatchObject(ENDED)
    expect(toasts.getState()).toMatchObject({ title: 'Partner disconnected' })
  })

  it('is looked for again until the conversation could be read', async () => {
    const { chat, server, stream } = await setUp()
    chat.open(aConversation())
    server.on('currentConversation', lostConnection())
    stream.tell({ event: 'resync', data: {} })
    await passing(1_000)
    expect(chat.getState()).toMatchObject({ phase: 'matched' })
    server.on('currentConversation', matchWith({ partnerActive: false }))
    await passing(2_000)
    expect(chat.getState()).toMatchObject(ENDED)
  })

  it('of a conversation that is no longer there is told as an end', async () => {
    const { chat, server, stream, toasts } = await setUp()
    chat.open(aConversation())
    server.on('currentConversation', refusal(404, 'NOT_FOUND'))
    stream.setConnected(true)
    await passing(0)
    expect(chat.getState()).toMatchObject(ENDED)
    expect(toasts.getState()).toMatchObject({ title: 'Partner disconnected' })
  })

  it('keeps what an event told while the conversation was read again', async () => {
    const { chat, server, stream } = await setUp()
    chat.open(aConversation())
    const late = Promise.withResolvers<Reply>()
    server.on('currentConversation', () => late.promise)
    stream.setConnected(true)
    await passing(0)
    const newer = aConversation({ unreadCount: 3 })
    stream.tell({ event: 'match_found', data: newer })
    late.resolve(matchWith({ partnerActive: false }))
    await passing(0)
    expect(chat.getState()).toMatchObject({ phase: 'matched', conversation: newer })
  })

  it('is repeated until the server has it', async () => {
    const { chat, server } = await setUp()
    server.on('resign', lostConnection())
    chat.open(aConversation())
    chat.findAnother()
    await passing(0)
    expect(chat.unfinishedResignations()).toEqual([CHAT])
    await passing(1_000)
    server.on('resign', refusal(503, 'UNAVAILABLE'))
    await passing(2_000)
    expect(server.of('resign')).toHaveLength(3)
    server.on('resign', { body: { success: true } })
    await passing(4_000)
    expect(server.of('resign')).toHaveLength(4)
    expect(chat.unfinishedResignations()).toEqual([])
    await passing(60_000)
    expect(server.of('resign')).toHaveLength(4)
  })

  it('does not lead back to the conversation that was left before the server has heard of it', async () => {
    const { chat, server, stream } = await setUp()
    server.on('resign', lostConnection())
    server.on('findMatch', matchWith())
    chat.open(aConversation())
    chat.findAnother()
    await passing(0)
    stream.tell({ event: 'match_found', data: aConversation() })
    expect(chat.getState()).toMatchObject({ phase: 'searching' })
    server.on('resign', { body: { success: true } })
    server.on('findMatch', matchWith({ id: OTHER_CHAT }))
    await passing(5_000)
    expect(chat.getState()).toMatchObject({ phase: 'matched', conversation: { id: OTHER_CHAT } })
  })

  it('is not repeated once the server refused it for good, or the same conversation is open again', async () => {
    const refused = await setUp()
    refused.server.on('resign', refusal(404, 'NOT_FOUND'))
    refused.chat.open(aConversation())
    refused.chat.findAnother()
    await passing(60_000)
    expect(refused.server.of('resign')).toHaveLength(1)

    const again = await setUp()
    again.server.on('resign', lostConnection())
    again.chat.open(aConversation())
    again.chat.findAnother()
    await passing(0)
    again.chat.open(aConversation())
    await passing(60_000)
    expect(again.server.of('resign')).toHaveLength(1)
    expect(again.chat.getState()).toMatchObject({ phase: 'matched' })
  })

  it('of a conversation that was reported ends that one only', async () => {
    const { chat } = await setUp()
    chat.open(aConversation())
    chat.leave(OTHER_CHAT)
    expect(chat.getState().phase).toBe('matched')
    chat.leave(CHAT)
    expect(chat.getState()).toEqual({ phase: 'idle' })
  })

  it('with the logout tells the server', async () => {
    const { chat, order, memory } = await setUp()
    chat.open(aConversation())
    await chat.resign()
    expect(order()).toEqual(['resign'])
    expect(memory.recall()).toBeNull()
  })
})

describe('a reload', () => {
  it('restores a match that is still open, and none that has ended', async () => {
    const open = await setUp({ start: false })
    open.memory.remember(CHAT)
    open.server.on('currentConversation', matchWith())
    await open.chat.start()
    expect(open.chat.getState()).toMatchObject({ phase: 'matched', isNewMatch: false })

    for (const ended of [{ userActive: false }, { partnerActive: false }]) {
      const over = await setUp({ start: false })
      over.memory.remember(CHAT)
      over.server.on('currentConversation', matchWith(ended))
      await over.chat.start()
      expect(over.chat.getState()).toEqual({ phase: 'idle' })
      expect(over.memory.recall()).toBeNull()
    }
  })

  it('asks again when the server cannot be reached, and keeps the match for another reload', async () => {
    const { chat, server, memory } = await setUp({ start: false })
    memory.remember(CHAT)
    server.on('currentConversation', lostConnection())
    await chat.start()
    expect(chat.getState()).toEqual({ phase: 'restoring' })
    await passing(8_000)
    expect(server.of('currentConversation')).toHaveLength(3)
    expect(chat.getState()).toEqual({ phase: 'idle' })
    expect(memory.recall()).toBe(CHAT)
  })

  it('forgets a match that is not there any more', async () => {
    const { chat, server, memory } = await setUp({ start: false })
    memory.remember(CHAT)
    server.on('currentConversation', refusal(404, 'NOT_FOUND'))
    await chat.start()
    expect(chat.getState()).toEqual({ phase: 'idle' })
    expect(memory.recall()).toBeNull()
  })

  it('is not misled by what else may stand in the storage', async () => {
    for (const kept of ['', 'null', '[]', '{"id":7,"at":0}', '{"id":"x"}', 'not json']) {
      const { chat, storage, server } = await setUp({ start: false })
      storage.setItem('last-matched-conversation', kept)
      await chat.start()
      expect(chat.getState()).toEqual({ phase: 'idle' })
      expect(server.of('currentConversation')).toHaveLength(0)
    }
  })

  it('does not return to a conversation of the list that had ended', async () => {
    const { chat, memory } = await setUp()
    chat.open(aConversation({ partnerActive: false }))
    expect(memory.recall()).toBeNull()
  })
})
