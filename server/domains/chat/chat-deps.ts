import type { Pool } from 'pg'
import type { BotDefence, MessageFilter } from '#server/domains/abuse/index.ts'
import type { Live } from '#server/domains/live/index.ts'
import type { Nearby } from '#server/domains/nearby/index.ts'
import type { Presence } from '#server/domains/presence/index.ts'
import type { EventBus } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { Database, Reads } from '#server/platform/postgres/index.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import type { Tracing } from '#server/platform/tracing/tracing.ts'
import type { DepartureTimes } from './departures.ts'

export interface ChatDeps {
  database: Pick<Database, 'pool' | 'reads'>
  clock: Clock
  live: Live
  presence: Presence
  events: EventBus
  limits: RateLimits
  nearby: Pick<Nearby, 'isNear'>
  /** MessageFilters a message before it is sent. */
  screen: MessageFilter
  botDefence: Pick<BotDefence, 'beforeConversation' | 'conversationStarted'>
  /** How many conversations a free member may start a day (design §3). */
  freeConversationsADay: number
  /** How long messages are kept; null for ever. */
  messageRetentionMonths?: number | null
  departureTimes?: DepartureTimes
  onError(error: unknown): void
  metrics?: Metrics | undefined
  tracing?: Tracing | undefined
}

/** The dependencies of the chat's operations. */
export interface ChatContext extends ChatDeps {
  pool: Pool
  /** For reads that change nothing. */
  reads: Reads
  /** Returns who of the members is online; none of them while that is unknown. */
  online(userIds: string[]): Promise<ReadonlySet<string>>
}

export function createChatContext(deps: ChatDeps): ChatContext {
  const { presence, onError } = deps
  return {
    ...deps,
    pool: deps.database.pool,
    reads: deps.database.reads,
    // Without Redis, online states are unknown; messages can still be read.
    online: (userIds) =>
      presence.online(userIds).catch((error: unknown) => {
        onError(error)
        return new Set<string>()
      }),
  }
}
