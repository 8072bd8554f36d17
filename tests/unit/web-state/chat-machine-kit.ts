import { vi } from 'vitest'
import type { User } from '#schema/account.ts'
import type { Conversation, Searching } from '#schema/chat.ts'
import { createChatMachine } from '#web/state/chat/chat-machine.ts'
import { createMatchMemory } from '#web/state/chat/match-memory.ts'
import { aConversation, CHAT, createTestStream, signedIn } from './kit.ts'

export const OTHER_CHAT = CHAT.replace('c1', 'c2')
export const SEARCHING = { status: 202, body: { status: 'searching', waitingSeconds: 0 } }
export const matchWith = (changes: Partial<Conversation> = {}) => ({ body: aConversation(changes) })
export const passing = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

interface SetUp {
  user?: Partial<User>
  start?: boolean
  /** The conversation that the page returns to. */
  match?: string
  /** The raw text that is stored in place of a match. */
  kept?: string
  /** Learns of the polls without a match. */
  onSearching?(search: Searching): void
}

/** Creates a chat machine. It begins idle unless the storage contains a match. */
export async function setUp({ user = {}, start = true, match, kept, onSearching }: SetUp = {}) {
  const { services, server, storage } = await signedIn(user)
  server.on('findMatch', SEARCHING)
  const stream = createTestStream()
  const now = () => Date.now()
  const memory = createMatchMemory(storage, now)
  if (match) memory.remember(match)
  if (kept !== undefined) storage.setItem('last-matched-conversation', kept)
  const { api, session, toasts } = services
  let keys = 0
  const newKey = () => {
    keys += 1
    return `key-${keys}`
  }
  const chat = createChatMachine({
    api,
    session,
    stream,
    toasts,
    memory,
    ...(onSearching && { onSearching }),
    now,
    newKey,
  })
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
