import { i18n } from '@lingui/core'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { partnerName, partnerPresence } from '#web/state/chat/about-conversation.ts'
import { merge, type ShownMessage } from '#web/state/chat/messages.ts'
import { eventually } from '../../kit/eventually.ts'
import { messages, openWith, passing } from './conversation-kit.ts'
import { aConversation, aMessage, CHAT, lostConnection, ME, PARTNER, pageOf, type Reply } from './kit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] }))
afterEach(() => void vi.useRealTimers())

describe('reading', () => {
  // covers: 7-messages, 9-page-size
  it('shows the latest ten, oldest first, and marks them read', async () => {
    const { texts, server, open } = await openWith(messages(24))
    expect(texts()).toEqual(
      messages(24)
        .slice(14)
        .map(({ message }) => message),
    )
    expect(open.getState().hasMore).toBe(true)
    expect(server.of('markRead')).toHaveLength(1)
    expect(server.of('listMessages')[0]?.body).toEqual({ id: CHAT, pageNumber: 0, size: 10, paginated: true })
  })

  it('loads older messages page by page without a gap, even while new ones arrive', async () => {
    const { open, server, texts, arrives, stored } = await openWith(messages(24))
    for (const n of [25, 26, 27]) {
      stored.push(aMessage(n))
      arrives(aMessage(n))
    }
    await open.loadOlder()
    expect(texts()).toEqual(
      messages(27)
        .slice(4)
        .map(({ message }) => message),
    )
    await open.loadOlder()
    expect(texts()).toEqual(messages(27).map(({ message }) => message))
    expect(open.getState().hasMore).toBe(false)
    const asked = server.of('listMessages').map(({ body }) => (body as { before?: string }).before)
    expect(asked).toEqual([undefined, aMessage(15).id, aMessage(5).id])
  })

  // covers: 8.2-older-messages-failed
  it('reports that older messages could not be loaded, and can retry', async () => {
    const { open, server, toasts } = await openWith(messages(24))
    server.on('listMessages', lostConnection())
    await open.loadOlder()
    expect(toasts.getState()).toMatchObject({
      title: 'Error',
      description: 'Failed to load older messages. Please try again.',
    })
    expect(open.getState()).toMatchObject({ hasMore: true, loadingOlder: false })
  })

  it('reports that the first messages could not be loaded, and can retry', async () => {
    const { open, server } = await openWith([], { load: false })
    const answer = { body: pageOf([aMessage(1)]) }
    server.on('listMessages', lostConnection())
    await open.load()
    expect(open.getState().status).toBe('failed')
    server.on('listMessages', answer)
    await open.load()
    expect(open.getState()).toMatchObject({ status: 'ready', messages: [{ message: 'Message 1' }] })
  })

  it('keeps its messages when a later load fails', async () => {
    const { open, server, texts } = await openWith(messages(3))
    server.on('listMessages', lostConnection())
    await open.load()
    expect(open.getState().status).toBe('ready')
    expect(texts()).toHaveLength(3)
  })

  it('marks a new message as read, with one request at a time', async () => {
    const { server, arrives } = await openWith([])
    const first = Promise.withResolvers<Reply>()
    server.on('markRead', () => first.promise)
    for (const n of [1, 2, 3]) arrives(aMessage(n))
    await eventually(() => expect(server.of('markRead')).toHaveLength(2))
    first.resolve({ body: { success: true } })
    await eventually(() => expect(server.of('markRead')).toHaveLength(3))
    await passing(1_000)
    expect(server.of('markRead')).toHaveLength(3)
  })

  // covers: 4.3-resync
  it('replaces its messages after a resync, which leaves no gap', async () => {
    const { open, stream, stored, texts } = await openWith(messages(12))
    await open.loadOlder()
    expect(texts()).toHaveLength(12)
    for (let n = 13; n <= 40; n += 1) stored.push(aMessage(n))
    stream.tell({ event: 'resync', data: {} })
    await eventually(() => expect(texts()).toContain('Message 40'))
    expect(texts()).toEqual(
      messages(40)
        .slice(30)
        .map(({ message }) => message),
    )
    expect(open.getState().hasMore).toBe(true)
  })

  it('keeps a message that arrives during the request', async () => {
    const { open, server, arrives, texts } = await openWith([])
    const page = Promise.withResolvers<Reply>()
    server.on('listMessages', () => page.promise)
    const loaded = open.load()
    arrives(aMessage(2))
    page.resolve({ body: pageOf([aMessage(1)]) })
    await loaded
    expect(texts()).toEqual(['Message 1', 'Message 2'])
  })

  it('ignores messages of another conversation', async () => {
    const { arrives, texts } = await openWith([])
    arrives(aMessage(1, { conversationId: CHAT.replace('c1', 'c2') }))
    expect(texts()).toEqual([])
  })
})

describe('clearing', () => {
  it('empties the conversation', async () => {
    const { open, server } = await openWith(messages(24))
    await open.clear()
    expect(open.getState()).toMatchObject({ messages: [], hasMore: false })
    expect(server.of('clearConversation')).toHaveLength(1)
  })

  // covers: 8.2-clear-failed
  it('loads the messages again and shows a toast when it fails', async () => {
    const { open, server, toasts, texts } = await openWith(messages(3))
    server.on('clearConversation', lostConnection())
    await open.clear()
    expect(texts()).toHaveLength(3)
    expect(server.of('listMessages')).toHaveLength(2)
    expect(toasts.getState()).toMatchObject({
      title: 'Error',
      description: 'Failed to clear messages. Please try again.',
    })
  })
})

describe('the partner', () => {
  // covers: 4.3-online-and-offline
  it('follows the presence events of the stream', async () => {
    const { open, stream } = await openWith([])
    expect(open.getState().partnerOnline).toBe(true)
    stream.tell({ event: 'USER_OFFLINE', data: { userId: PARTNER } })
    expect(open.getState().partnerOnline).toBe(false)
    stream.tell({ event: 'USER_ONLINE', data: { userId: ME } })
    expect(open.getState().partnerOnline).toBe(false)
  })

  it('counts as away while offline in an open conversation, and as offline once it has ended', () => {
    expect(partnerPresence(aConversation(), true)).toBe('Online')
    expect(partnerPresence(aConversation(), false)).toBe('Away')
    expect(partnerPresence(aConversation({ partnerActive: false }), false)).toBe('Offline')
    expect(partnerPresence(aConversation({ userActive: false }), true)).toBe('Online')
  })

  // covers: 5-partner-name-is-not-own
  it('never has the member’s own name or an empty one', () => {
    expect(partnerName(aConversation())).toBe('Juniper')
    expect(partnerName(aConversation({ partnerDisplayName: 'Anika' }))).toBe('Anonymous')
    expect(partnerName(aConversation({ partnerDisplayName: ' ' }))).toBe('Anonymous')
    expect(partnerName(aConversation(), 'Anika')).toBe('Anonymous')
    expect(partnerName(aConversation(), 'June')).toBe('June')
  })

  // covers: 5-partner-without-name
  it('gets a substitute in the language of the page', () => {
    i18n.loadAndActivate({ locale: 'de', messages: { [generateMessageId('Anonymous')]: ['Anonym'] } })
    onTestFinished(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
    expect(partnerName(aConversation({ partnerDisplayName: ' ' }))).toBe('Anonym')
  })
})

describe('merging', () => {
  it('shows every message once and in order, in any order of arrival', () => {
    const all = messages(12)
    const batches = fc.array(fc.subarray(all), { maxLength: 8 })
    fc.assert(
      fc.property(batches, (arrivals) => {
        const shown = arrivals.reduce<ShownMessage[]>((before, batch) => merge(before, batch), [])
        const arrived = all.filter((message) => arrivals.some((batch) => batch.includes(message)))
        expect(shown.map(({ id }) => id)).toEqual(arrived.map(({ id }) => id))
      }),
    )
  })
})
