import { describe, expect, it } from 'vitest'
import { createOpenConversation } from '#web/state/chat/conversation.ts'
import { createMatchMemory } from '#web/state/chat/match-memory.ts'
import {
  aConversation,
  aMessage,
  aUser,
  CHAT,
  createTestStream,
  ME,
  pageOf,
  refusal,
  signedIn,
} from './kit.ts'

async function open() {
  const { services, server, storage } = await signedIn()
  server.on('listMessages', { body: pageOf([]) })
  const stream = createTestStream()
  let keys = 0
  const conversation = createOpenConversation({
    api: services.api,
    stream,
    toasts: services.toasts,
    memory: createMatchMemory(storage, () => Date.now()),
    me: aUser(),
    conversation: aConversation(),
    now: () => Date.now(),
    newKey: () => {
      keys += 1
      return `key-${keys}`
    },
  })
  await conversation.load()
  const shown = () => conversation.getState().messages.map(({ message, state }) => [message, state])
  return { conversation, server, stream, shown, toasts: services.toasts }
}

const mine = (text: string, key: string | null = 'key-1') =>
  aMessage(1, { senderId: ME, senderName: 'Anika', clientMessageId: key, message: text })

describe('a message with contact details', () => {
  it('waits in its place until the sender confirms, and is sent under its key', async () => {
    const { conversation, server, shown, toasts } = await open()
    server.on('sendMessage', ({ body }) =>
      (body as { confirmed?: boolean }).confirmed
        ? { body: mine('t.me/anika') }
        : refusal(409, 'CONTACT_DETAILS'),
    )
    await conversation.send('t.me/anika')
    expect(shown()).toEqual([['t.me/anika', 'unconfirmed']])
    expect(toasts.getState()).toBeNull()
    await conversation.confirm('temp-key-1')
    expect(shown()).toEqual([['t.me/anika', 'sent']])
    expect(server.of('sendMessage').map(({ body }) => body)).toEqual([
      { conversationId: CHAT, message: 't.me/anika', clientMessageId: 'key-1' },
      { conversationId: CHAT, message: 't.me/anika', clientMessageId: 'key-1', confirmed: true },
    ])
  })

  it('stays confirmed when sending fails and is retried', async () => {
    const { conversation, server, shown } = await open()
    server.on('sendMessage', refusal(409, 'CONTACT_DETAILS'))
    await conversation.send('t.me/anika')
    server.on('sendMessage', refusal(503, 'UNAVAILABLE'))
    await conversation.confirm('temp-key-1')
    expect(shown()).toEqual([['t.me/anika', 'waiting']])
    server.on('sendMessage', { body: mine('t.me/anika') })
    await conversation.retry('temp-key-1')
    expect(server.of('sendMessage').at(-1)?.body).toMatchObject({ confirmed: true })
    expect(shown()).toEqual([['t.me/anika', 'sent']])
  })

  it('returns its text when the sender discards it', async () => {
    const { conversation, server, shown } = await open()
    server.on('sendMessage', refusal(409, 'CONTACT_DETAILS'))
    await conversation.send('call 9822012345')
    expect(conversation.discard('temp-key-1')).toBe('call 9822012345')
    expect(shown()).toEqual([])
  })
})

describe('a held message', () => {
  it('shows the reason at the message, without a toast', async () => {
    const { conversation, server, shown, toasts } = await open()
    server.on('sendMessage', refusal(422, 'MESSAGE_HELD', 'Held back, and why.'))
    await conversation.send('Something rude')
    expect(shown()).toEqual([['Something rude', 'held']])
    expect(conversation.getState().messages[0]?.note).toBe('Held back, and why.')
    expect(toasts.getState()).toBeNull()
  })

  it('gives way to the message that a moderator released', async () => {
    const { conversation, server, stream, shown } = await open()
    server.on('sendMessage', refusal(422, 'MESSAGE_HELD'))
    await conversation.send('Something odd')
    stream.tell({ event: 'new_chat_message', data: mine('Something odd', null) })
    expect(shown()).toEqual([['Something odd', 'sent']])
  })
})
