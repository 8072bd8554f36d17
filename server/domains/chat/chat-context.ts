import type { Defences } from '#server/domains/abuse/index.ts'
import type { Live } from '#server/domains/live/index.ts'
import type { Nearby } from '#server/domains/nearby/index.ts'
import type { Presence } from '#server/domains/presence/index.ts'
import type { Platform } from '#server/platform/open-platform.ts'

export interface DepartureTimes {
  /** How long after a goodbye a conversation ends, in milliseconds. */
  grace: number
  /** How long a member may stay away without a goodbye, in milliseconds. */
  absence: number
}

export interface ChatSettings {
  /** How many conversations a free member may start a day (design §3). */
  freeConversationsADay: number
  /** How long messages are kept; null for ever. */
  messageRetentionMonths: number | null
  departureTimes: DepartureTimes
}

/** The domains below the chat. */
export interface BelowChat {
  live: Live
  presence: Presence
  nearby: Pick<Nearby, 'isNear'>
  defences: {
    messageFilter: Defences['messageFilter']
    botDefence: Pick<Defences['botDefence'], 'beforeConversation' | 'conversationStarted'>
  }
}

/** What the operations of the chat share. */
export type ChatContext = ReturnType<typeof createChatContext>

export function createChatContext(platform: Platform, below: BelowChat, settings: ChatSettings) {
  const { clock, database, events, limits, metrics, tracing } = platform
  const { live, presence, nearby, defences } = below
  const onError = platform.failures.of('chat')
  return {
    pool: database.pool,
    /** For reads that change nothing. */
    reads: database.reads,
    clock,
    events,
    limits,
    metrics,
    tracing,
    /** Logs a failure that the caller does not wait for. */
    onError,
    live,
    presence,
    nearby,
    /** Screens a message before it is sent. */
    screen: defences.messageFilter,
    botDefence: defences.botDefence,
    freeConversationsADay: settings.freeConversationsADay,
    /** Returns which of the members are online. Returns none while Redis is away, so messages can still be read. */
    online: (userIds: string[]): Promise<ReadonlySet<string>> =>
      presence.online(userIds).catch((error: unknown) => {
        onError(error)
        return new Set<string>()
      }),
  }
}
