import { randomUUID } from 'node:crypto'
import type { EventBus } from '#server/events.ts'
import type { RedisClients } from '#server/platform/redis/index.ts'
import { createMemoryPresence } from './memory-presence.ts'
import type { Presence } from './presence.ts'
import { createPresenceAnnouncer, createPresenceTracker, type PresenceTracker } from './presence-tracker.ts'
import { createRedisPresence } from './redis-presence.ts'

export interface PresenceDeps {
  /** Null on a single node. */
  redis: Pick<RedisClients, 'commands' | 'prefixOf'> | null
  events: EventBus
  /** How long after their last stream closed a member still counts as online, in milliseconds. */
  grace?: number
  onError(error: unknown): void
}

/** Creates the presence that all nodes share, and the tracker that reports the streams of this node to it. */
export function createPresence({ redis, events, grace, onError }: PresenceDeps): {
  presence: Presence
  presenceTracker: PresenceTracker
} {
  const announcer = createPresenceAnnouncer({ events, onError })
  const options = {
    onOnline: announcer.online,
    onOffline: announcer.offline,
    ...(grace === undefined ? {} : { grace }),
  }
  const presence = redis
    ? createRedisPresence({
        redis: redis.commands,
        prefix: redis.prefixOf('presence'),
        nodeId: randomUUID(),
        onError,
        ...options,
      })
    : createMemoryPresence(options)
  return { presence, presenceTracker: createPresenceTracker({ presence, announcer, events, onError }) }
}
