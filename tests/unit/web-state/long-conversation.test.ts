import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { messages, openWith } from './conversation-kit.ts'
import { aMessage } from './kit.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a conversation with many messages', () => {
  it('drops the oldest beyond 500, and loads them again without a gap', async () => {
    const { open, stored, texts, arrives } = await openWith(messages(10))
    for (let n = 11; n <= 500; n += 1) {
      stored.push(aMessage(n))
      arrives(aMessage(n))
    }
    open.dropOldest()
    expect(texts()).toHaveLength(500)
    stored.push(aMessage(501))
    arrives(aMessage(501))
    open.dropOldest()
    expect(texts()).toHaveLength(300)
    expect(texts()[0]).toBe('Message 202')
    expect(open.getState().hasMore).toBe(true)
    await open.loadOlder()
    expect(texts().slice(0, 11)).toEqual(Array.from({ length: 11 }, (_, index) => `Message ${192 + index}`))
  })

  it('keeps unsent messages when it drops others', async () => {
    const { open, stored, server, texts, arrives } = await openWith(messages(10))
    server.on('sendMessage', { status: 400, body: { message: 'No', code: 'INVALID' } })
    await open.send('Never sent')
    for (let n = 11; n <= 600; n += 1) {
      stored.push(aMessage(n))
      arrives(aMessage(n))
    }
    open.dropOldest()
    expect(texts()).toHaveLength(301)
    expect(texts().at(-1)).toBe('Never sent')
  })

  it('drops nothing while older messages load', async () => {
    const { open, texts, arrives } = await openWith(messages(30))
    for (let n = 31; n <= 600; n += 1) arrives(aMessage(n))
    const loading = open.loadOlder()
    open.dropOldest()
    await loading
    expect(texts()).toHaveLength(590)
  })
})
