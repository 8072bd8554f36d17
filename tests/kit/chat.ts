import { type AroundOpening, type Chat, createChat } from '#server/domains/chat/index.ts'
import { createLive, createMemoryEventLog } from '#server/domains/live/index.ts'
import { createMemoryPresence, type Presence } from '#server/domains/presence/index.ts'
import { createEventBus, type EventBus } from '#server/events.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { chatReactions, subscribe } from '#server/subscribers.ts'
import { createTestClient, type TestClient } from './live-client.ts'
import { openRows, type Rows } from './rows.ts'

/** The chat of one node with its own database, without a server. */
export interface TestChat {
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
  close(): Promise<void>
}

/** Opens a conversation without further steps. */
export const openDirectly: AroundOpening = (open) => open()

export async function openChat({ freeConversationsADay = 20 } = {}): Promise<TestChat> {
  const rows = await openRows()
  const errors: unknown[] = []
  const defended: string[] = []
  const near = new Set<string>()
  const onError = (error: unknown) => void errors.push(error)
  const live = createLive({ log: createMemoryEventLog({ clock: systemClock }), onError })
  const presence = createMemoryPresence({ grace: 0, onOffline: () => undefined })
  const events = createEventBus({ onError })
  const chat = createChat({
    database: rows.database,
    clock: systemClock,
    live,
    presence,
    events,
    limits: createRateLimits({ redis: null, factor: 1, note: () => undefined }),
    nearby: { isNear: async (_viewer, otherId) => near.has(otherId) },
    screen: () => undefined,
    botDefence: {
      async beforeConversation({ id, isNewAccount }) {
        defended.push(`before ${id}${isNewAccount ? ' as a new account' : ''}`)
      },
      async conversationStarted(userId) {
        defended.push(`started ${userId}`)
      },
    },
    freeConversationsADay,
    departureTimes: { grace: 60_000, absence: 600_000 },
    onError,
  })
  subscribe(events, chatReactions(chat))
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
    two: async () => [await rows.member(), await rows.member()],
    async close() {
      await chat[Symbol.asyncDispose]()
      await live[Symbol.asyncDispose]()
      await presence[Symbol.asyncDispose]()
      await rows.close()
    },
  }
}
