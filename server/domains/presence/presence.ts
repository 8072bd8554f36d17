import { randomUUID } from 'node:crypto'
import type { Platform } from '#server/platform/open-platform.ts'
import { createMemoryPresence } from './memory-presence.ts'
import { createPresenceAnnouncer, createPresenceTracker } from './presence-tracker.ts'
import { createRedisPresence } from './redis-presence.ts'

/** Creates the presence that all nodes share, and the tracker that reports the streams of this node to it. */
export function createPresence(
  { redis, events, failures }: Platform,
  /** How long after their last stream closed a member still counts as online, in milliseconds. */
  { grace }: { grace: number },
) {
  const onError = failures.of('presence')
  const announcer = createPresenceAnnouncer({ events, onError })
  const options = { onOnline: announcer.online, onOffline: announcer.offline, grace }
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
