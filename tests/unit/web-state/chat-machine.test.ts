import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Conversation } from '#schema/chat.ts'
import type { LiveEventName } from '#schema/events.ts'
import { ApiFailure } from '#web/data/failure.ts'
import { createChatMachine } from '#web/state/chat-machine.ts'
import { createMatchMemory } from '#web/state/match-memory.ts'
import { createToastStore } from '#web/state/toasts.ts'
import { createStorage } from '../../kit/storage.ts'

const conversation = (id = 'c1'): Conversation => ({
  id,
  userId: 'me',
  partnerId: 'ben',
  userDisplayName: 'Me myself',
  partnerDisplayName: 'Ben Other',
  name: 'Ben Other',
  userActive: true,
  partnerActive: true,
  userOnline: true,
  lastMessageTime: null,
  lastSentMessage: null,
  unreadCount: 0,
  sharedInterests: ['jazz'],
})

function setUp({ verified = true } = {}) {
  const answers: (() => Promise<unknown>)[] = []
  const calls: string[] = []
  const listeners = new Map<string, ((data: never) => void)[]>()
  const storage = createStorage()
  const toasts = createToastStore()
  const chat = createChatMachine({
    api: {
      url: (path) => path,
      async call(name) {
        calls.push(name)
        const answer =
          answers.shift() ?? (async () => ({ status: 202, data: { status: 'searching', waitingSeconds: 0 } }))
        return (await answer()) as never
      },
    },
    session: {
      getState: () =>
        ({ status: 'member', user: { id: 'me', emailVerified: verified }, figures: null }) as never,
      refresh: async () => {},
    },
    stream: {
      open() {},
      close() {},
      on(name, listener) {
        listeners.set(name, [...(listeners.get(name) ?? []), listener as (data: never) => void])
        return () => {}
      },
    },
    toasts,
    memory: createMatchMemory(storage, () => Date.now()),
    now: () => Date.now(),
  })
  const push = (name: LiveEventName, data: unknown) => {
    for (const listener of listeners.get(name) ?? []) listener(data as never)
  }
  const polls = () => calls.filter((name) => name === 'findMatch').length
  return { chat, answers, calls, polls, push, storage, toasts }
}

describe('the chat machine', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('asks an unverified member to verify, and searches for nobody', async () => {
    const { chat, polls, toasts } = setUp({ verified: false })
    await chat.start()
    chat.find()
    expect(chat.getState()).toEqual({ phase: 'idle' })
    expect(polls()).toBe(0)
    expect(toasts.getState()?.title).toBe('Email verification required')
  })

  it('polls every 4 s, after 10 times every 8 s, and then shows the hint', async () => {
    const { chat, polls } = setUp()
    chat.find()
    await vi.advanceTimersByTimeAsync(0)
    expect(polls()).toBe(1)
    await vi.advanceTimersByTimeAsync(9 * 4_000)
    expect(polls()).toBe(10)
    expect(chat.getState()).toMatchObject({ phase: 'searching', hint: true })
    await vi.advanceTimersByTimeAsync(7_999)
    expect(polls()).toBe(10)
    await vi.advanceTimersByTimeAsync(1)
    expect(polls()).toBe(11)
  })

  it('tries a failed request again after 4 s, and shows the hint after two', async () => {
    const { chat, answers, polls } = setUp()
    const fail = () => Promise.reject(new ApiFailure(500, 'INTERNAL', 'broken'))
    answers.push(fail, fail)
    chat.find()
    await vi.advanceTimersByTimeAsync(0)
    expect(chat.getState()).toMatchObject({ phase: 'searching', hint: false })
    await vi.advanceTimersByTimeAsync(4_000)
    expect(polls()).toBe(2)
    expect(chat.getState()).toMatchObject({ phase: 'searching', hint: true })
  })

  it('is matched by the answer, once, and remembers it for ten minutes', async () => {
    const { chat, answers, push, toasts, storage } = setUp()
    answers.push(async () => ({ status: 200, data: conversation() }))
    chat.find()
    await vi.advanceTimersByTimeAsync(0)
    expect(chat.getState()).toEqual({ phase: 'matched', conversation: conversation(), met: true })
    expect(toasts.getState()).toMatchObject({ title: 'Match Found!', duration: 2_000 })
    push('match_found', conversation('another'))
    expect(chat.getState()).toMatchObject({ conversation: { id: 'c1' } })
    const memory = createMatchMemory(storage, () => Date.now())
    expect(memory.recall()).toBe('c1')
    await vi.advanceTimersByTimeAsync(600_000)
    expect(memory.recall()).toBeNull()
  })

  it('is matched by the push, and stops polling', async () => {
    const { chat, polls, push } = setUp()
    chat.find()
    await vi.advanceTimersByTimeAsync(0)
    push('match_found', conversation())
    expect(chat.getState()).toMatchObject({ phase: 'matched', met: true })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(polls()).toBe(1)
  })

  it('a cancelled search takes no late answer', async () => {
    const { chat, answers, calls, toasts } = setUp()
    let answer: (value: unknown) => void = () => {}
    answers.push(() => new Promise((resolve) => (answer = resolve)))
    chat.find()
    await vi.advanceTimersByTimeAsync(0)
    void chat.cancel()
    answer({ status: 200, data: conversation() })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(chat.getState()).toEqual({ phase: 'idle' })
    expect(toasts.getState()?.title).toBe('Search cancelled')
    expect(calls).toEqual(['findMatch', 'cancelSearch'])
  })

  it('leaves before it looks for the next one', async () => {
    const { chat, calls, toasts } = setUp()
    chat.open(conversation())
    chat.findAnother()
    expect(chat.getState()).toMatchObject({ phase: 'searching' })
    await vi.advanceTimersByTimeAsync(0)
    expect(calls).toEqual(['resign', 'findMatch'])
    expect(toasts.getState()?.title).toBe('Finding a new match')
  })

  it('says that the partner left, but nothing of leaving oneself in another tab', () => {
    const { chat, push, toasts } = setUp()
    chat.open(conversation())
    push('conversation_disconnected', { conversationId: 'c1', userId: 'me', reason: 'resigned' })
    expect(chat.getState()).toEqual({ phase: 'idle' })
    expect(toasts.getState()).toBeNull()
    chat.open(conversation())
    push('conversation_disconnected', { conversationId: 'other', userId: 'ben', reason: 'resigned' })
    expect(chat.getState()).toMatchObject({ phase: 'matched' })
    push('conversation_disconnected', { conversationId: 'c1', userId: 'ben', reason: 'resigned' })
    expect(toasts.getState()?.title).toBe('Partner disconnected')
  })

  it('restores a match that is still open, and none that has ended', async () => {
    const { chat, answers } = setUp()
    chat.open(conversation())
    answers.push(async () => ({ status: 200, data: conversation() }))
    await chat.start()
    expect(chat.getState()).toMatchObject({ phase: 'matched', met: false })
    answers.push(async () => ({ status: 200, data: { ...conversation(), userActive: false } }))
    await chat.start()
    expect(chat.getState()).toEqual({ phase: 'idle' })
  })
})
