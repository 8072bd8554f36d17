import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { matchWith, passing, setUp } from './chat-machine-kit.ts'
import { aConversation, CHAT, lostConnection, refusal } from './kit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] }))
afterEach(() => void vi.useRealTimers())

describe('a reload', () => {
  // covers: 4.2-matched-by-the-answer
  it('restores an open match, but not an ended one', async () => {
    const open = await setUp({ start: false, match: CHAT })
    open.server.on('currentConversation', matchWith())
    await open.chat.start()
    expect(open.chat.getState()).toMatchObject({ phase: 'matched', isNewMatch: false })

    for (const ended of [{ userActive: false }, { partnerActive: false }]) {
      const over = await setUp({ start: false, match: CHAT })
      over.server.on('currentConversation', matchWith(ended))
      await over.chat.start()
      expect(over.chat.getState()).toEqual({ phase: 'idle' })
      expect(over.memory.recall()).toBeNull()
    }
  })

  it('retries when the server is unreachable, and keeps the match for another reload', async () => {
    const { chat, server, memory } = await setUp({ start: false, match: CHAT })
    server.on('currentConversation', lostConnection())
    await chat.start()
    expect(chat.getState()).toEqual({ phase: 'restoring' })
    await passing(8_000)
    expect(server.of('currentConversation')).toHaveLength(3)
    expect(chat.getState()).toEqual({ phase: 'idle' })
    expect(memory.recall()).toBe(CHAT)
  })

  it('forgets a match that no longer exists', async () => {
    const { chat, server, memory } = await setUp({ start: false, match: CHAT })
    server.on('currentConversation', refusal(404, 'NOT_FOUND'))
    await chat.start()
    expect(chat.getState()).toEqual({ phase: 'idle' })
    expect(memory.recall()).toBeNull()
  })

  it('begins idle at once without a match to restore', async () => {
    const { chat } = await setUp({ start: false })
    expect(chat.getState()).toEqual({ phase: 'idle' })
  })

  it('ignores invalid values in the storage', async () => {
    for (const kept of ['', 'null', '[]', '{"id":7,"at":0}', '{"id":"x"}', 'not json']) {
      const { chat, server } = await setUp({ start: false, kept })
      await chat.start()
      expect(chat.getState()).toEqual({ phase: 'idle' })
      expect(server.of('currentConversation')).toHaveLength(0)
    }
  })

  it('does not return to an ended conversation opened from the list', async () => {
    const { chat, memory } = await setUp()
    chat.open(aConversation({ partnerActive: false }))
    expect(memory.recall()).toBeNull()
  })
})
