import { describe, expect, it } from 'vitest'
import { conversationPage, messagePage } from '#schema/chat.ts'
import { startChat } from '../../kit/knocks.ts'
import { join, type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

const messages = async (person: Person, id: string, pageNumber = 0, size = 10) =>
  messagePage.parse((await person.call('POST', '/api/v1/messages', { id, pageNumber, size })).body)
const texts = async (person: Person, id: string) =>
  (await messages(person, id)).elements.map((one) => one.message)

describe('sending', () => {
  // covers: 4.3-new-chat-message, 7-send-message
  it('commits the message, answers with it and sends it to the partner and the sender', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const [ashaStream, benStream] = [await asha.stream(), await ben.stream()]
    const sent = await asha.send(conversationId, 'Nine is a lot, honestly.')
    expect(sent).toMatchObject({
      conversationId,
      senderId: asha.id,
      senderName: asha.user.displayName,
      read: false,
    })
    const event = await benStream.next('new_chat_message')
    expect(event.data).toEqual(sent)
    await ashaStream.next('new_chat_message', (data) => data.id === sent.id)
    expect(await texts(ben, conversationId)).toEqual(['Nine is a lot, honestly.'])
    ashaStream.close()
    benStream.close()
  })

  it('keeps the order of one sender, and stores every message once', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const wanted = Array.from({ length: 60 }, (_, index) => `Message ${index}`)
    await Promise.all(wanted.map((text) => asha.send(conversationId, text)))
    const page = await messages(ben, conversationId, 0, 100)
    const ids = page.elements.map((one) => one.id)
    expect(new Set(ids).size).toBe(60)
    expect(page.elements.map((one) => one.message).sort()).toEqual([...wanted].sort())
    expect([...ids].sort().reverse()).toEqual(ids)
  })

  // covers: design-retry-stores-once
  it('stores a retried message once', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const first = await asha.send(conversationId, 'Hello there', 'try-1')
    const [again, atOnce] = await Promise.all([
      asha.send(conversationId, 'Hello there', 'try-1'),
      asha.send(conversationId, 'Hello there', 'try-1'),
    ])
    expect([again.id, atOnce.id]).toEqual([first.id, first.id])
    expect(await texts(ben, conversationId)).toEqual(['Hello there'])
  })

  // covers: 5-message-needs-a-conversation, 6-foreign-conversations
  it('refuses a foreign conversation without revealing that it exists', async () => {
    const { conversationId } = await pair(node)
    const stranger = await join(node)
    const foreign = await stranger.call('POST', '/api/v1/message', { conversationId, message: 'Hi' })
    const unknown = await stranger.call('POST', '/api/v1/message', {
      conversationId: crypto.randomUUID(),
      message: 'Hi',
    })
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual(unknown.body)
    for (const [method, path, body] of [
      ['POST', '/api/v1/messages', { id: conversationId }],
      ['POST', `/api/v1/conversation/${conversationId}/mark-read`, {}],
      ['PUT', `/api/v1/conversation/${conversationId}/clear`, {}],
      ['GET', `/api/v1/conversation/${conversationId}/resign`, undefined],
      ['GET', `/api/v1/conversation/${conversationId}`, undefined],
      ['POST', `/api/v1/conversation/${conversationId}/disconnect`, {}],
      ['PUT', '/api/v1/conversation/typing/true', { conversationId }],
    ] as const) {
      expect((await stranger.call(method, path, body)).status, path).toBe(404)
    }
  })

  // covers: 5-no-empty-message
  it.each([
    ['nothing', ''],
    ['spaces only', ' \n\t '],
    ['invisible characters only', '\u200b\u2060\ufeff'],
    ['NUL only', '\0\0'],
    ['text with NUL', 'a\0b'],
    ['text with half of a surrogate pair', '\ud800 alone'],
    ['more than 4000 characters', 'x'.repeat(4001)],
  ])('refuses %s', async (_, message) => {
    const { asha, conversationId } = await pair(node)
    const { status, body } = await asha.call('POST', '/api/v1/message', { conversationId, message })
    expect(status).toBe(400)
    expect(body.fields).toHaveProperty('message')
    expect(await texts(asha, conversationId)).toEqual([])
  })

  it.each(['<script>alert(1)</script>', 'مرحبا بالعالم', '\u202eevil', '👩‍👩‍👧‍👦 🇮🇳'])(
    'stores %j as text',
    async (message) => {
      const { asha, ben, conversationId } = await pair(node)
      await asha.send(conversationId, message)
      const [stored] = await texts(ben, conversationId)
      expect(stored).toBe(message)
    },
  )

  it('refuses a message of 1 MiB', async () => {
    const { asha, conversationId } = await pair(node)
    const { status } = await asha.call('POST', '/api/v1/message', {
      conversationId,
      message: 'x'.repeat(1 << 20),
    })
    expect(status).toBe(413)
  })
})

describe('reading', () => {
  // covers: 3-message-page, 7-messages
  it('returns pages newest first, and marks the last one', async () => {
    const { asha, conversationId } = await pair(node)
    for (let index = 0; index < 23; index += 1) await asha.send(conversationId, `Message ${index}`)
    const first = await messages(asha, conversationId)
    const last = await messages(asha, conversationId, 2)
    expect(first).toMatchObject({ totalElements: 23, totalPages: 3, last: false })
    expect(first.elements[0]?.message).toBe('Message 22')
    expect(last.elements.map((one) => one.message)).toEqual(['Message 2', 'Message 1', 'Message 0'])
    expect(last.last).toBe(true)
    expect((await messages(asha, conversationId, 3)).elements).toEqual([])
  })

  // covers: 7-messages
  it.each([
    { before: 'nonsense' },
    { pageNumber: -1 },
    { pageNumber: 1e9 },
    { size: 0 },
    { size: 1e6 },
    { id: 'nonsense' },
  ])('refuses %j', async (change) => {
    const { asha, conversationId } = await pair(node)
    const { status } = await asha.call('POST', '/api/v1/messages', { id: conversationId, ...change })
    expect(status).toBe(400)
  })

  // covers: 4.4-read-mark, 7-mark-read
  it('marks messages as read, and the sender sees it', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await asha.send(conversationId, 'Did you see this?')
    const unread = async () => {
      const { body } = await ben.call('GET', `/api/v1/conversation/${conversationId}`)
      return body.unreadCount
    }
    expect(await unread()).toBe(1)
    await ben.call('POST', `/api/v1/conversation/${conversationId}/mark-read`)
    expect(await unread()).toBe(0)
    expect((await messages(asha, conversationId)).elements[0]?.read).toBe(true)
  })

  // covers: 3-message-cleared-by, 6-member-rights, 7-clear
  it('clears only for the member who asked, and only earlier messages', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await asha.send(conversationId, 'Before')
    await asha.call('PUT', `/api/v1/conversation/${conversationId}/clear`)
    await ben.send(conversationId, 'After')
    expect(await texts(asha, conversationId)).toEqual(['After'])
    expect(await texts(ben, conversationId)).toEqual(['After', 'Before'])
    const cleared = (await messages(ben, conversationId)).elements[1]
    expect(cleared?.clearedBy).toEqual([asha.id])
  })

  it('lists each conversation with its latest message, partner and unread count', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await ben.send(conversationId, 'The latest')
    const { body } = await asha.call('POST', '/api/v1/conversations', {
      pageNumber: 0,
      size: 10,
      paginated: 'true',
    })
    expect(body).toMatchObject({
      totalElements: 1,
      last: true,
      elements: [{ id: conversationId, partnerId: ben.id, lastSentMessage: 'The latest', unreadCount: 1 }],
    })
  })

  // covers: 3-conversation-list-order, 7-conversations
  it('lists the conversation with the later message first, whichever began first', async () => {
    const { asha, ben, conversationId: withBen } = await pair(node)
    const cleo = await join(node, { interests: asha.user.interests })
    await asha.call('GET', `/api/v1/conversation/${withBen}/resign?resetPartner=true`)
    await cleo.findMatch()
    const { conversation } = await asha.findMatch()
    if (!conversation) throw new Error('asha and cleo were not matched')
    const listed = async (size = 10, pageNumber = 0) => {
      const body = { pageNumber, size, paginated: 'true' }
      return conversationPage.parse((await asha.call('POST', '/api/v1/conversations', body)).body)
    }
    const order = async () => (await listed()).elements.map(({ id }) => id)
    await cleo.send(conversation.id, 'First from Cleo')
    expect(await order()).toEqual([conversation.id, withBen])
    await startChat(asha, ben)
    await ben.send(withBen, 'Later from Ben')
    expect(await order()).toEqual([withBen, conversation.id])
    const [first, second] = [await listed(1, 0), await listed(1, 1)]
    expect([first.last, second.last]).toEqual([false, true])
    expect(second.elements.map(({ id }) => id)).toEqual([conversation.id])
  })
})

describe('typing', () => {
  // covers: 4.4-typing-reaches-the-partner-only, 7-typing
  it('reaches the partner', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const stream = await ben.stream()
    await asha.call('PUT', '/api/v1/conversation/typing/true', { targetUser: ben.id, conversationId })
    const { data } = await stream.next('typing_status')
    expect(data).toEqual({ conversationId, userId: asha.id, isTyping: true })
    stream.close()
  })

  // covers: 4.4-typing-reaches-the-partner-only, 7-typing
  it('refuses a call that names another than the partner, and reaches no member', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const other = await pair(node)
    const streams = [await asha.stream(), await ben.stream(), await other.asha.stream()]
    const typing = { targetUser: other.asha.id, conversationId }
    const message = 'This is not your partner in this conversation.'
    for (const targetUser of [other.asha.id, asha.id])
      expect(
        await asha.call('PUT', '/api/v1/conversation/typing/true', { ...typing, targetUser }),
      ).toMatchObject({ status: 400, body: { code: 'INVALID', message, fields: { targetUser: message } } })
    // Later events of the same streams: a typing event would have arrived before them.
    await ben.send(conversationId, 'Here')
    await asha.send(conversationId, 'Here too')
    await other.ben.send(other.conversationId, 'There')
    for (const stream of streams) {
      await stream.next('new_chat_message')
      expect(stream.received.map(({ event }) => event)).not.toContain('typing_status')
      stream.close()
    }
  })

  // covers: 4.3-typing-events
  it('reaches the partner under both names of the event, with the same data', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const stream = await ben.stream()
    for (const isTyping of [true, false]) {
      const data = { conversationId, userId: asha.id, isTyping }
      await asha.call('PUT', `/api/v1/conversation/typing/${isTyping}`, {
        targetUser: ben.id,
        conversationId,
      })
      await stream.next('typing_status', (told) => told.isTyping === isTyping)
      expect((await stream.next('TYPING_EVENT', (told) => told.isTyping === isTyping)).data).toEqual(data)
    }
    stream.close()
  })
})

describe("the partner's profile", () => {
  // covers: 6-partner-details, 7-partner
  it('appears only to members who share a conversation', async () => {
    const { asha, ben } = await pair(node)
    const stranger = await join(node)
    const { body } = await asha.call('GET', `/api/v1/user/${ben.id}`)
    expect(body).toMatchObject({
      displayName: ben.user.displayName,
      age: 31,
      gender: 'Female',
      online: false,
    })
    expect(Object.keys(body).sort()).toEqual([
      'age',
      'displayName',
      'gender',
      'id',
      'interests',
      'languages',
      'learning',
      'lookingFor',
      'online',
    ])
    expect((await stranger.call('GET', `/api/v1/user/${ben.id}`)).status).toBe(404)
    expect((await stranger.call('GET', '/api/v1/user/nonsense')).status).toBe(400)
  })
})
