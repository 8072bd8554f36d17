import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../kit/eventually.ts'
import { messages, openWith } from './conversation-kit.ts'
import { aMessage, pageOf, type Reply } from './kit.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a conversation with many messages', () => {
  // covers: beyond-long-conversation
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

describe('answers that overtake each other', () => {
  const open60 = async () => {
    const opened = await openWith(messages(60))
    for (let page = 0; page < 3; page += 1) await opened.open.loadOlder()
    expect(opened.texts()[0]).toBe('Message 21')
    return opened
  }
  /** Holds the next page until it is released with what it held when it was asked for. */
  function holdNextPage({ server, stored }: Awaited<ReturnType<typeof openWith>>) {
    const gate = Promise.withResolvers<Reply>()
    let release = () => gate.resolve({ body: pageOf(stored) })
    let isHeld = false
    server.on('listMessages', ({ body }) => {
      const page = { body: pageOf([...stored], (body as { before?: string }).before) }
      if (isHeld) return page
      isHeld = true
      release = () => gate.resolve(page)
      return gate.promise
    })
    const before = server.of('listMessages').length
    const asked = () => eventually(() => expect(server.of('listMessages').length).toBeGreaterThan(before))
    return { asked, release: () => release() }
  }

  // covers: beyond-late-answers
  it('leave no gap when the list is loaded again during Load More', async () => {
    const opened = await open60()
    const { open, stream, texts } = opened
    const page = holdNextPage(opened)
    const older = open.loadOlder()
    await page.asked()
    stream.tell({ event: 'resync', data: {} })
    await eventually(() =>
      expect(texts()).toEqual(
        messages(60)
          .slice(50)
          .map(({ message }) => message),
      ),
    )
    page.release()
    await older
    expect(texts()[0]).toBe('Message 51')
    expect(open.getState()).toMatchObject({ hasMore: true, loadingOlder: false })
    await open.loadOlder()
    expect(texts()).toEqual(
      messages(60)
        .slice(40)
        .map(({ message }) => message),
    )
  })

  it('do not bring back cleared messages by Load More', async () => {
    const opened = await open60()
    const page = holdNextPage(opened)
    const older = opened.open.loadOlder()
    await page.asked()
    await opened.open.clear()
    page.release()
    await older
    expect(opened.texts()).toEqual([])
    expect(opened.open.getState()).toMatchObject({ hasMore: false, loadingOlder: false })
  })

  // covers: beyond-late-answers
  it('do not bring back cleared messages by a list that was loaded before or during the clearing', async () => {
    const opened = await open60()
    const { open, server, stored, texts } = opened
    const page = holdNextPage(opened)
    const loading = open.load()
    await page.asked()
    const cleared = Promise.withResolvers<Reply>()
    server.on('clearConversation', () => cleared.promise)
    const clearing = open.clear()
    const again = open.load()
    page.release()
    await loading
    expect(texts()).toEqual([])
    stored.length = 0
    cleared.resolve({ body: { success: true } })
    await Promise.all([clearing, again])
    expect(texts()).toEqual([])
  })
})
