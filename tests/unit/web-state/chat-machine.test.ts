import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { User } from '#schema/account.ts'
import type { Conversation } from '#schema/chat.ts'
import { createChatMachine } from '#web/state/chat-machine.ts'
import { createMatchMemory } from '#web/state/match-memory.ts'
import {
  aConversation,
  aUser,
  CHAT,
  createTestStream,
  lostConnection,
  ME,
  PARTNER,
  type Reply,
  refusal,
  sessionOf,
  signedIn,
} from './kit.ts'

const OTHER_CHAT = CHAT.replace('c1', 'c2')
const SEARCHING = { status: 202, body: { status: 'searching', waitingSeconds: 0 } }
const matchWith = (changes: Partial<Conversation> = {}) => ({ body: aConversation(changes) })
const passing = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

/** A chat that has opened on an idle screen, unless a match is remembered. */
async function setUp({ user = {} as Partial<User>, start = true } = {}) {
  const { services, server, storage } = await signedIn(user)
  server.on('findMatch', SEARCHING)
  const stream = createTestStream()
  const now = () => Date.now()
  const memory = createMatchMemory(storage, now)
  const { api, session, toasts } = services
  const chat = createChatMachine({ api, session, stream, toasts, memory, now })
  if (start) await chat.start()
  const polls = () => server.of('findMatch').length
  const order = () => server.asked.map(({ route }) => route).filter((route) => route !== 'getSession')
  const leave = (conversationId: string, userId: string) =>
    stream.tell({
      event: 'conversation_disconnected',
      data: { conversationId, userId, reason: 'resigned' },
    })
  return { chat, server, stream, toasts, memory, storage, services, polls, order, leave }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] }))
afterEach(() => void vi.useRealTimers())

describe('looking for a match', () => {
  it('asks an unverified member to verify, and searches for nobody', async () => {
    const { chat, polls, toasts } = await setUp({ user: { emailVerified: false } })
    await chat.find()
    expect(chat.getState()).toEqual({ phase: 'idle' })
    expect(polls()).toBe(0)
    expect(toasts.getState()).toMatchObject({
      title: 'Email verification required',
      description:
        'Please verify your email address before finding matches. Check your inbox for the verification link.',
    })
  })

  it('begins for somebody who has verified their address elsewhere a moment ago', async () => {
    const { chat, server, toasts } = await setUp({ user: { emailVerified: false } })
    server.on('getSession', sessionOf(aUser()))
    await chat.find()
    expect(chat.getState().phase).toBe('searching')
    expect(toasts.getState()).toBeNull()
  })

  it('polls every 4 s, after 10 times every 8 s, and then shows the hint', async () => {
    const { chat, polls } = await setUp()
    await chat.find()
    await passing(0)
    expect(polls()).toBe(1)
    await passing(8 * 4_000)
    expect(polls()).toBe(9)
    expect(chat.getState()).toMatchObject({ phase: 'searching', hint: false })
    await passing(4_000)
    expect(polls()).toBe(10)
    expect(chat.getState()).toMatchObject({ phase: 'searching', hint: true })
    await passing(7_999)
    expect(polls()).toBe(10)
    await passing(1)
    expect(polls()).toBe(11)
  })

  it('tries a failed request again after 4 s, and shows the hint after two', async () => {
    const { chat, server, polls } = await setUp()
    const replies: Reply[] = [lostConnection(), refusal(500, 'INTERNAL')]
    server.on('findMatch', () => replies.shift() ?? SEARCHING)
    await chat.find()
    await passing(0)
    expect(chat.getState()).toMatchObject({ phase: 'searching', hint: false })
    await passing(4_000)
    expect(polls()).toBe(2)
    expect(chat.getState()).toMatchObject({ phase: 'searching', hint: true })
  })

  it('takes no match without an id and a partner', async () => {
    const { chat, server } = await setUp()
    server.on('findMatch', { body: { id: CHAT } })
    await chat.find()
    await passing(0)
    expect(chat.getState().phase).toBe('searching')
  })

  it('ends where the server refuses it, with the reason', async () => {
    const { chat, server, toasts } = await setUp()
    server.on('findMatch', refusal(403, 'DAILY_LIMIT', 'You have met 20 people today.'))
    await chat.find()
    await passing(60_000)
    expect(chat.getState()).toEqual({ phase: 'idle' })
    expect(toasts.getState()?.description).toBe('You have met 20 people today.')
    expect(server.of('findMatch')).toHaveLength(1)
  })

  it('ends where a new account has had its share, with the reason', async () => {
    const { chat, server, toasts } = await setUp()
    server.on('findMatch', refusal(403, 'NEW_ACCOUNT_LIMIT', 'Stay with one for a while.'))
    await chat.find()
    await passing(60_000)
    expect(chat.getState()).toEqual({ phase: 'idle' })
    expect(toasts.getState()).toMatchObject({
      title: 'Slowly at first',
      description: 'Stay with one for a while.',
    })
  })

  it('ends without a word where the account was suspended: the session tells', async () => {
    const { chat, server, toasts, services } = await setUp()
    server.on('findMatch', refusal(403, 'SUSPENDED', 'This account is suspended.'))
    await chat.find()
    await passing(0)
    await vi.waitFor(() => expect(chat.getState()).toEqual({ phase: 'idle' }))
    expect(services.session.getState().status).toBe('suspended')
    expect(toasts.getState()).toBeNull()
  })

  it('ends in the words of the spec where the server wants a verified address', async () => {
    const { chat, server, toasts } = await setUp()
    server.on('findMatch', refusal(403, 'EMAIL_NOT_VERIFIED'))
    await chat.find()
    await passing(0)
    expect(toasts.getState()?.title).toBe('Email verification required')
  })

  it('is asked for once, however often the button is pressed', async () => {
    const { chat, polls } = await setUp()
    await Promise.all([chat.find(), chat.find()])
    await passing(0)
    expect(polls()).toBe(1)
  })

  it('stops asking when nobody looks any more', async () => {
    const { chat, polls } = await setUp()
    await chat.find()
    await passing(0)
    chat.stop()
    await passing(60_000)
    expect(polls()).toBe(1)
  })
})

describe('a match', () => {
  it('is matched by the answer, once, and remembers it for ten minutes', async () => {
    const { chat, server, stream, toasts, memory } = await setUp()
    server.on('findMatch', matchWith())
    await chat.find()
    await passing(0)
    expect(chat.getState()).toEqual({ phase: 'matched', conversation: aConversation(), met: true })
    expect(toasts.getState()).toMatchObject({ title: 'Match Found!', duration: 2_000 })
    stream.tell({ event: 'match_found', data: aConversation({ id: OTHER_CHAT }) })
    expect(chat.getState()).toMatchObject({ conversation: { id: CHAT } })
    expect(memory.recall()).toBe(CHAT)
    await passing(600_000)
    expect(memory.recall()).toBeNull()
  })

  it('is matched by the push, and stops polling', async () => {
    const { chat, polls, stream, server } = await setUp()
    await chat.find()
    await passing(0)
    stream.tell({ event: 'match_found', data: aConversation() })
    expect(chat.getState()).toMatchObject({ phase: 'matched', met: true })
    await passing(60_000)
    expect(polls()).toBe(1)
    expect(server.of('cancelSearch')).toHaveLength(0)
  })

  it('is shown before the chat', async () => {
    const { chat, stream } = await setUp()
    await chat.find()
    stream.tell({ event: 'match_found', data: aConversation() })
    chat.enter()
    expect(chat.getState()).toMatchObject({ phase: 'matched', met: false })
  })

  it('that nobody looks for any more is not taken', async () => {
    const { chat, stream } = await setUp()
    stream.tell({ event: 'match_found', data: aConversation() })
    expect(chat.getState()).toEqual({ phase: 'idle' })
  })
})

describe('cancelling', () => {
  it('a cancelled search takes no late answer', async () => {
    const { chat, server, order, toasts, polls } = await setUp()
    const late = Promise.withResolvers<Reply>()
    server.on('findMatch', () => late.promise)
    await chat.find()
    await vi.waitFor(() => expect(polls()).toBe(1))
    const cancelled = chat.cancel()
    expect(server.of('findMatch')[0]?.signal?.aborted).toBe(true)
    late.resolve(matchWith())
    await cancelled
    await passing(10_000)
    expect(chat.getState()).toEqual({ phase: 'idle' })
    expect(toasts.getState()?.title).toBe('Search cancelled')
    expect(order()).toEqual(['findMatch', 'cancelSearch'])
  })

  it('is heard before the next search begins', async () => {
    const { chat, server, order } = await setUp()
    await chat.find()
    await passing(0)
    const heard = Promise.withResolvers<Reply>()
    server.on('cancelSearch', () => heard.promise)
    void chat.cancel()
    await chat.find()
    await passing(0)
    expect(order()).toEqual(['findMatch', 'cancelSearch'])
    heard.resolve({ body: { success: true } })
    await passing(0)
    expect(order()).toEqual(['findMatch', 'cancelSearch', 'findMatch'])
  })
})

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
    expect(chat.getState()).toEqual({ phase: 'idle' })
    expect(toasts.getState()).toMatchObject({
      title: 'Partner disconnected',
      description: expect.stringContaining("'Find Match'"),
    })
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
    expect(open.chat.getState()).toMatchObject({ phase: 'matched', met: false })

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
