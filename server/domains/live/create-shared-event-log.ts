import type { RedisClients } from '#server/platform/redis/index.ts'
import type { EventLog } from './event-log.ts'
import { createClusterEventLog, createRedisEventLog } from './redis-event-log.ts'

/** Creates the log that all nodes share, on one server or in a cluster. */
export const createSharedEventLog = (redis: RedisClients, prefix: string): EventLog =>
  redis.kind === 'cluster'
    ? createClusterEventLog({ redis: redis.commands, shards: redis.shards, prefix })
    : createRedisEventLog({ redis: redis.commands, subscriber: redis.subscriber, prefix })
