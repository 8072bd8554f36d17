import type { Cluster, Redis } from 'ioredis'
import type { RedisClients, RedisCommands, ShardConnections } from '#server/platform/redis/index.ts'
import { createClusterSubscriptions } from './cluster-subscriptions.ts'
import { parseEventId } from './event-id.ts'
import { type EventLog, type LogEntry, type Once, RESYNC } from './event-log.ts'
import { createAppends } from './redis-appends.ts'
import { type Bucket, type Buckets, clusterBuckets, oneBucket } from './redis-buckets.ts'
import { defineLogCommands } from './redis-log-commands.ts'
import { createLogReads } from './redis-log-reads.ts'
import { completedKeyOf, createPublishedKeys, publishedKeyOf } from './redis-published-keys.ts'
import { createSubscriptions, type Subscriptions } from './redis-subscriptions.ts'

/** Creates the log that all nodes share, on one server or in a cluster. */
export const createSharedEventLog = (redis: RedisClients, prefix: string): EventLog =>
  redis.kind === 'cluster'
    ? createClusterEventLog({ redis: redis.commands, shards: redis.shards, prefix })
    : createRedisEventLog({ redis: redis.commands, subscriber: redis.subscriber, prefix })

interface RedisEventLogOptions {
  redis: Redis
  /** A separate connection, because a connection that subscribes can do nothing else. */
  subscriber: Redis
  prefix: string
}

/** Keeps a log that any number of nodes share. Each node subscribes to the channels of the members it has streams of. */
export function createRedisEventLog({ redis, subscriber, prefix }: RedisEventLogOptions): EventLog {
  defineLogCommands(redis, 'PUBLISH')
  return createLog({
    redis,
    buckets: oneBucket(prefix),
    subscriptions: createSubscriptions({ subscriber, channelPrefix: channelOf({ prefix }, ''), decode }),
    publish: (channel, text) => redis.publish(channel, text),
    whenReachable(listener) {
      redis.on('ready', listener)
      return () => redis.off('ready', listener)
    },
  })
}

interface ClusterEventLogOptions {
  redis: Cluster
  shards: ShardConnections
  prefix: string
}

/** How often events are sent again that a server of the cluster did not take, in milliseconds. */
const RETRY_EVERY = 1_000

/**
 * Keeps the same log in a Redis Cluster. The members are spread over buckets. What one member receives is in one bucket,
 * and one script appends and publishes it.
 */
export function createClusterEventLog({ redis, shards, prefix }: ClusterEventLogOptions): EventLog {
  defineLogCommands(redis, 'SPUBLISH')
  const buckets = clusterBuckets(prefix)
  return createLog({
    redis,
    buckets,
    subscriptions: createClusterSubscriptions({ shards, buckets, decode }),
    publish: (channel, text) => redis.spublish(channel, text),
    whenReachable(listener) {
      const timer = setInterval(listener, RETRY_EVERY)
      timer.unref()
      return () => clearInterval(timer)
    },
  })
}

interface LogDeps {
  redis: RedisCommands
  buckets: Buckets
  subscriptions: Subscriptions
  publish(channel: string, text: string): Promise<unknown>
  /** Calls the listener when commands that failed may succeed. Returns a function that ends this. */
  whenReachable(listener: () => void): () => void
}

const logOf = ({ prefix }: Bucket, userId: string) => `${prefix}log:${userId}`
const channelOf = ({ prefix }: Pick<Bucket, 'prefix'>, userId: string) => `${prefix}to:${userId}`
const epochOf = ({ prefix }: Bucket) => `${prefix}epoch`

function createLog({ redis, buckets, subscriptions, publish, whenReachable }: LogDeps): EventLog {
  const resyncs = createResyncs(whenReachable, (userIds) => append(userIds, RESYNC.event, RESYNC.data))
  const appends = createAppends(redis, { logOf, channelOf })
  const reads = createLogReads(redis, { logOf, epochOf })

  async function append(userIds: readonly string[], event: string, data: string, once?: Once) {
    const inBuckets = buckets.group(userIds).map(([bucket, members]) => {
      const mark = once ? { set: publishedKeyOf(bucket, once.time), key: once.key } : null
      return appends
        .add(bucket, { userIds: members, event, data, mark })
        .catch((error) => resyncs.addAndThrow(members, error))
    })
    await Promise.all(inBuckets)
    // Only now: until then, redelivery has to complete what a crash or a failure left out.
    if (once && buckets.all.length > 1) {
      const mark = { set: completedKeyOf(buckets, once), key: once.key }
      await appends.add(buckets.of(once.key), { userIds: [], event, data: '', mark })
    }
  }

  return {
    ...createPublishedKeys({ redis, buckets }),
    append,
    async pass(userIds, event, data, { resyncOnFailure = false } = {}) {
      const passed = userIds.map((userId) =>
        publish(channelOf(buckets.of(userId), userId), `\n${event}\n${data}`),
      )
      await Promise.all(passed).catch((error) => {
        if (resyncOnFailure) resyncs.addAndThrow(userIds, error)
        throw error
      })
    },
    listen: subscriptions.listen,
    subscribe: subscriptions.subscribe,
    unsubscribe: subscriptions.unsubscribe,
    async since(userId, after) {
      const id = parseEventId(after)
      const position = { id: id ? after : '0-0', time: id?.time ?? 0 }
      const { entries, isComplete } = await reads.since(buckets.of(userId), userId, position)
      return { entries: entries.map(decode), complete: id !== null && isComplete }
    },
    cursor: (userId) => reads.cursor(buckets.of(userId), userId),
    async [Symbol.asyncDispose]() {
      subscriptions.close()
      resyncs.close()
    },
  }
}

function decode(text: string): LogEntry {
  const first = text.indexOf('\n')
  const second = text.indexOf('\n', first + 1)
  return { id: text.slice(0, first), event: text.slice(first + 1, second), data: text.slice(second + 1) }
}

/** Publishes `resync` to the members whose log misses an event, as soon as Redis can be reached again. */
function createResyncs(
  whenReachable: LogDeps['whenReachable'],
  publishResync: (userIds: readonly string[]) => Promise<void>,
) {
  const pending = new Set<string>()

  function publishPending() {
    const userIds = [...pending]
    pending.clear()
    // A failure adds the member again.
    for (const userId of userIds) publishResync([userId]).catch(() => undefined)
  }

  const close = whenReachable(publishPending)
  return {
    addAndThrow(userIds: readonly string[], error: unknown): never {
      for (const userId of userIds) pending.add(userId)
      throw error
    },
    close,
  }
}
