import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../kit/eventually.ts'
import { matchWith, passing, setUp } from './chat-machine-kit.ts'
import { aConversation, type Reply } from './kit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] }))
afterEach(() => void vi.useRealTimers())

describe('cancelling', () => {
  // covers: 4.2-cancel-search, 7-find-conversation, 8.4-search-cancelled
  it('ignores a late answer', async () => {
    const { chat, server, order, toasts, polls } = await setUp()
    const late = Promise.withResolvers<Reply>()
    server.on('findMatch', () => late.promise)
    await chat.findMatch()
    await eventually(() => expect(polls()).toBe(1))
    const cancelled = chat.cancel()
    expect(server.of('findMatch')[0]?.signal?.aborted).toBe(true)
    late.resolve(matchWith())
    await cancelled
    await passing(10_000)
    expect(chat.getState()).toEqual({ phase: 'idle' })
    expect(toasts.getState()?.title).toBe('Search cancelled')
    expect(order()).toEqual(['findMatch', 'cancelSearch'])
  })

  it('completes even if the page closes before the answer', async () => {
    const { chat, server } = await setUp()
    await chat.findMatch()
    await chat.cancel()
    expect(server.of('cancelSearch')).toMatchObject([{ keepalive: true }])
  })

  it('sends the search id of its polls, and the next search has another id', async () => {
    const { chat, server } = await setUp()
    const nameOf = (route: 'findMatch' | 'cancelSearch', index: number) =>
      server.of(route)[index]?.headers.get('search-id')
    await chat.findMatch()
    await passing(4_000)
    await chat.cancel()
    expect(nameOf('findMatch', 0)).toBeTruthy()
    expect(nameOf('findMatch', 1)).toBe(nameOf('findMatch', 0))
    expect(nameOf('cancelSearch', 0)).toBe(nameOf('findMatch', 0))
    await chat.findMatch()
    await passing(0)
    expect(nameOf('findMatch', 2)).not.toBe(nameOf('findMatch', 0))
  })

  it('happens when a conversation is opened during the search', async () => {
    const { chat, server, order } = await setUp()
    await chat.findMatch()
    await passing(0)
    chat.open(aConversation())
    await passing(10_000)
    expect(order()).toEqual(['findMatch', 'cancelSearch'])
    expect(server.of('cancelSearch')[0]?.headers.get('search-id')).toBeTruthy()
    expect(chat.getState()).toMatchObject({ phase: 'matched' })
  })

  it('reaches the server before the next search starts', async () => {
    const { chat, server, order } = await setUp()
    await chat.findMatch()
    await passing(0)
    const heard = Promise.withResolvers<Reply>()
    server.on('cancelSearch', () => heard.promise)
    void chat.cancel()
    await chat.findMatch()
    await passing(0)
    expect(order()).toEqual(['findMatch', 'cancelSearch'])
    heard.resolve({ body: { success: true } })
    await passing(0)
    expect(order()).toEqual(['findMatch', 'cancelSearch', 'findMatch'])
  })
})
