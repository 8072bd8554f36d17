import { expect, vi } from 'vitest'
import type { Message } from '#schema/chat.ts'
import type { SpokenLanguage } from '#schema/spoken-languages.ts'
import { createOpenConversation } from '#web/state/chat/conversation.ts'
import { createMatchMemory } from '#web/state/chat/match-memory.ts'
import type { Outbox } from '#web/state/chat/outbox.ts'
import { eventually } from '../../kit/eventually.ts'
import {
  aConversation,
  aMessage,
  aUser,
  CHAT,
  createTestStream,
  ME,
  PARTNER,
  pageOf,
  signedIn,
} from './kit.ts'

export const partner = {
  id: PARTNER,
  displayName: 'Juniper',
  interests: ['Film photography'],
  age: 27,
  gender: 'Female',
  lookingFor: ['Friendship'],
  languages: ['en'] satisfies SpokenLanguage[],
  learning: [] satisfies SpokenLanguage[],
  online: true,
}
export const passing = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
export const messages = (count: number) => Array.from({ length: count }, (_, index) => aMessage(index + 1))

export async function openWith(
  stored: Message[],
  { load = true, outbox }: { load?: boolean; outbox?: Outbox } = {},
) {
  const { services, server, storage } = await signedIn()
  server.on('getPartner', { body: partner })
  server.on('listMessages', ({ body }) => ({
    body: pageOf(stored, (body as { before?: string }).before),
  }))
  const stream = createTestStream()
  const now = () => Date.now()
  const memory = createMatchMemory(storage, now)
  let keys = 0
  const open = createOpenConversation({
    api: services.api,
    stream,
    toasts: services.toasts,
    memory,
    me: aUser(),
    conversation: aConversation(),
    ...(outbox && { outbox }),
    now,
    newKey: () => {
      keys += 1
      return `key-${keys}`
    },
  })
  if (load) {
    await open.load()
    await eventually(() => {
      expect(open.getState().partner).not.toBeNull()
      expect(server.of('markRead')).toHaveLength(1)
    })
    await passing(0)
  }
  const texts = () => open.getState().messages.map(({ message }) => message)
  const arrives = (message: Message) => stream.tell({ event: 'new_chat_message', data: message })
  const typing = (isTyping: boolean, userId = PARTNER) =>
    stream.tell({ event: 'typing_status', data: { conversationId: CHAT, userId, isTyping } })
  return { open, server, stream, stored, texts, arrives, typing, memory, services, toasts: services.toasts }
}

/** The server's copy of what was sent with this key. */
export const mine = (n: number, key: string, text: string) =>
  aMessage(n, { senderId: ME, senderName: 'Anika', clientMessageId: key, message: text })
