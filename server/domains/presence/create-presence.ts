import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { FactBus } from '#server/events.ts'
import { createMemoryPresence } from './memory-presence.ts'
import type { Presence } from './presence.ts'
import { type ComingsAndGoings, createComingsAndGoings, createPresenceFacts } from './presence-tracker.ts'
import { createRedisPresence } from './redis-presence.ts'

export interface PresenceDeps {
  /** Null on a single node. */
  redis: Redis | null
  facts: FactBus
  /** How long after their last stream closed a member still counts as online, in milliseconds. */
  grace?: number
  onError(error: unknown): void
}

/** Creates the presence that all nodes share, and what this node tells it by. */
export function createPresence({ redis, facts, grace, onError }: PresenceDeps): {
  presence: Presence
  comingsAndGoings: ComingsAndGoings
} {
  const told = createPresenceFacts({ facts, onError })
  const options = {
    onOnline: told.online,
    onOffline: told.offline,
    ...(grace === undefined ? {} : { grace }),
  }
  const presence = redis
    ? createRedisPresence({ redis, prefix: 'presence:', nodeId: randomUUID(), onError, ...options })
    : createMemoryPresence(options)
  return { presence, comingsAndGoings: createComingsAndGoings({ presence, told, facts, onError }) }
}
