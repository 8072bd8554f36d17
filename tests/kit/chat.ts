import { type Chat, createChat } from '#server/domains/chat/index.ts'
import { createMemoryPresence, type Presence } from '#server/domains/presence/index.ts'
import type { EventBus } from '#server/events.ts'
import { chatReactions, subscribe } from '#server/subscribers.ts'
import { createTestClient, type TestClient } from './live-client.ts'
import { openRows, type Rows } from './rows.ts'
import { createTestLive } from './test-live.ts'
import { testPlatform } from './test-platform.ts'

/** The chat of one node with its own database, without a server. */
export interface TestChat extends AsyncDisposable {
  readonly chat: Chat
  readonly rows: Rows
  readonly events: EventBus
  readonly presence: Presence
  /** The errors that the node reported, in order. */
  readonly errors: unknown[]
  /** The calls to the bot defence, in order. */
  readonly defended: string[]
  /** The members who are near every other member. */
  readonly near: Set<string>
  /** Opens a live stream of the member. */
  stream(userId: string): Promise<TestClient>
  /** Stores two members. */
  two(): Promise<[string, string]>
}

export async function openChat({ freeConversationsADay = 20 } = {}): Promise<TestChat> {
  const rows = await openRows()
  const errors: unknown[] = []
  const defended: string[] = []
  const near = new Set<string>()
  const platform = testPlatform({ database: rows.database, onFailure: (error) => void errors.push(error) })
  const { events } = platform
  const live = createTestLive({
    completeReplays: () => chat.redeliver(),
    onFailure: (error) => void errors.push(error),
  })
  const presence = createMemoryPresence({ grace: 0, onOffline: () => undefined })
  const nearby = { isNear: async (_viewer: unknown, otherId: string) => near.has(otherId) }
  const defences: Parameters<typeof createChat>[1]['defences'] = {
    messageFilter: () => undefined,
    botDefence: {
      async beforeConversation({ id, isNewAccount }) {
        defended.push(`before ${id}${isNewAccount ? ' as a new account' : ''}`)
      },
      async conversationStarted(userId) {
        defended.push(`started ${userId}`)
      },
    },
  }
  const chat: Chat = createChat(
    platform,
    { live, presence, nearby, defences },
    {
      freeConversationsADay,
      messageRetentionMonths: null,
      departureTimes: { grace: 60_000, absence: 600_000 },
    },
  )
  subscribe(events, chatReactions(chat))
  async function verified() {
    const id = await rows.member()
    await rows.database.prisma.user.update({ where: { id }, data: { emailVerified: true } })
    return id
  }
  return {
    chat,
    rows,
    events,
    presence,
    errors,
    defended,
    near,
    async stream(userId) {
      const client = createTestClient()
      await live.connect(userId, { after: null, sessionKey: 's' }, client)
      return client
    },
    two: async () => [await verified(), await verified()],
    async [Symbol.asyncDispose]() {
      await chat[Symbol.asyncDispose]()
      await live[Symbol.asyncDispose]()
      await presence[Symbol.asyncDispose]()
      await rows[Symbol.asyncDispose]()
    },
  }
}
