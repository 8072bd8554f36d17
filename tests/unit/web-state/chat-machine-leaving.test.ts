import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { matchWith, OTHER_CHAT, passing, setUp } from './chat-machine-kit.ts'
import { aConversation, CHAT, lostConnection, ME, PARTNER, type Reply, refusal } from './kit.ts'

/** The state of a chat on screen whose partner has left. */
const ENDED = { phase: 'matched', conversation: { partnerActive: false } }
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] }))
afterEach(() => void vi.useRealTimers())

describe('leaving', () => {
  // covers: 4.2-find-another, 8.4-finding-new-match
  it('leaves before the next search starts', async () => {
    const { chat, server, order, toasts } = await setUp()
    chat.open(aConversation())
    chat.findAnother()
    expect(chat.getState()).toMatchObject({ phase: 'searching' })
    await passing(0)
    expect(order()).toEqual(['resign', 'findMatch'])
    expect(server.of('resign')[0]).toMatchObject({ params: [CHAT], query: { resetPartner: 'true' } })
    expect(toasts.getState()?.title).toBe('Finding a new match')
  })

  it('starts the next search even if the resignation fails', async () => {
    const { chat, server, polls } = await setUp()
    server.on('resign', refusal(500, 'INTERNAL'))
    chat.open(aConversation())
    chat.findAnother()
    await passing(0)
    expect(polls()).toBe(1)
  })

  it('polls once when the search is cancelled and restarted during the resignation', async () => {
    const { chat, server, polls } = await setUp()
    const left = Promise.withResolvers<Reply>()
    server.on('resign', () => left.promise)
    chat.open(aConversation())
    chat.findAnother()
    void chat.cancel()
    await chat.findMatch()
    left.resolve({ body: { success: true } })
    await passing(0)
    expect(polls()).toBe(1)
    await passing(4_000)
    expect(polls()).toBe(2)
  })

  // covers: 4.2-partner-disconnects
  it('reports the partner’s leaving, but not the member’s own in another tab', async () => {
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

  it('leaves an ended chat that was opened from the list on screen when the event of its end is late', async () => {
    const { chat, leave } = await setUp()
    const ended = aConversation({ userActive: false, partnerActive: false })
    chat.open(ended)
    leave(CHAT, ME)
    expect(chat.getState()).toMatchObject({ phase: 'matched', conversation: ended })
  })

  // covers: beyond-chat-stays-after-partner-left
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

  it('reports the partner’s leaving once for repeated events', async () => {
    const { chat, leave, toasts } = await setUp()
    chat.open(aConversation())
    leave(CHAT, PARTNER)
    const told = toasts.getState()?.id
    leave(CHAT, PARTNER)
    expect(toasts.getState()?.id).toBe(told)
  })

  it('shows the ended chat when the partner leaves before the chat was entered', async () => {
    const { chat, leave, stream } = await setUp()
    await chat.findMatch()
    stream.tell({ event: 'match_found', data: aConversation() })
    leave(CHAT, PARTNER)
    expect(chat.getState()).toMatchObject({ isNewMatch: false, conversation: { partnerActive: false } })
  })

  it('searches from an ended chat as from the home screen, and ends no open chat', async () => {
    const { chat, leave, order } = await setUp()
    chat.open(aConversation())
    await chat.findMatch()
    expect(chat.getState().phase).toBe('matched')
    leave(CHAT, PARTNER)
    await chat.findMatch()
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

  // covers: design-chat-ended-during-absence
  it('explains a chat that ended during the member’s own absence', async () => {
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

  it('finds an end that was missed before a resync by reading the conversation', async () => {
    const { chat, server, stream, toasts } = await setUp()
    server.on('currentConversation', matchWith({ userActive: false }))
    chat.open(aConversation())
    stream.tell({ event: 'resync', data: {} })
    await passing(0)
    expect(chat.getState()).toMatchObject(ENDED)
    expect(toasts.getState()).toMatchObject({ title: 'Partner disconnected' })
  })

  it('keeps an open conversation after a resync', async () => {
    const { chat, server, stream } = await setUp()
    server.on('currentConversation', matchWith({ userOnline: false }))
    chat.open(aConversation())
    stream.tell({ event: 'resync', data: {} })
    await passing(0)
    expect(chat.getState()).toMatchObject({ phase: 'matched', conversation: { userOnline: false } })
  })

  // covers: design-chat-read-after-reconnection
  it('reports a partner who left during sleep after the reconnection', async () => {
    const { chat, server, stream, toasts } = await setUp()
    chat.open(aConversation())
    await passing(15 * 60_000)
    server.on('currentConversation', matchWith({ userActive: false, partnerActive: false }))
    stream.setConnected(true)
    await passing(0)
    expect(chat.getState()).toMatchObject(ENDED)
    expect(toasts.getState()).toMatchObject({ title: 'Partner disconnected' })
  })

  // covers: design-read-repeated-until-success
  it('reads the conversation again until a request succeeds', async () => {
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

  it('reports a conversation that no longer exists as ended', async () => {
    const { chat, server, stream, toasts } = await setUp()
    chat.open(aConversation())
    server.on('currentConversation', refusal(404, 'NOT_FOUND'))
    stream.setConnected(true)
    await passing(0)
    expect(chat.getState()).toMatchObject(ENDED)
    expect(toasts.getState()).toMatchObject({ title: 'Partner disconnected' })
  })

  it('prefers an event that arrived during the request', async () => {
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

  // covers: design-find-another-resigns
  it('repeats a resignation until it succeeds', async () => {
    const { chat, server } = await setUp()
    server.on('resign', lostConnection())
    chat.open(aConversation())
    chat.findAnother()
    await passing(0)
    expect(chat.unfinishedResignations()).toEqual([{ id: CHAT, openedAt: undefined }])
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

  it('ignores a match with the conversation whose resignation is pending', async () => {
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

  it('stops repeating a resignation that the server refused or that reopening made obsolete', async () => {
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

  it('ends only the reported conversation', async () => {
    const { chat } = await setUp()
    chat.open(aConversation())
    chat.leave(OTHER_CHAT)
    expect(chat.getState().phase).toBe('matched')
    chat.leave(CHAT)
    expect(chat.getState()).toEqual({ phase: 'idle' })
  })

  it('resigns before the logout', async () => {
    const { chat, order, memory } = await setUp()
    chat.open(aConversation())
    await chat.resign()
    expect(order()).toEqual(['resign'])
    expect(memory.recall()).toBeNull()
  })
})
