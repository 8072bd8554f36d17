import DataLoader from 'dataloader'
import type { Redis, Result } from 'ioredis'
import { parseEventId } from './event-id.ts'
import { type EventLog, type LogEntry, type Once, RESYNC } from './event-log.ts'
import { createPublishedKeys, KEYS_KEPT, publishedKeyOf } from './redis-published-keys.ts'
import { APPEND, CURSOR, SINCE } from './redis-scripts.ts'
import { createSubscriptions } from './redis-subscriptions.ts'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    liveAppend(...args: (string | number)[]): Result<null, Context>
    liveSince(
      key: string,
      epoch: string,
      after: string,
      afterTime: number,
    ): Result<[string[], number], Context>
    liveCursor(key: string, epoch: string): Result<string, Context>
  }
}

/** Entries per command. Redis does nothing else while it runs. */
const MAX_APPENDS = 64

export interface RedisEventLogDeps {
  redis: Redis
  /** A separate connection, because a connection that subscribes can do nothing else. */
  subscriber: Redis
  prefix: string
}

/** Keeps a log that any number of nodes share. Each node subscribes to the channels of the members it has streams of. */
export function createRedisEventLog({ redis, subscriber, prefix }: RedisEventLogDeps): EventLog {
  redis.defineCommand('liveAppend', { lua: APPEND })
  redis.defineCommand('liveSince', { numberOfKeys: 2, lua: SINCE })
  redis.defineCommand('liveCursor', { numberOfKeys: 2, lua: CURSOR })
  const epoch = `${prefix}epoch`
  const logOf = (userId: string) => `${prefix}log:${userId}`
  const channelOf = (userId: string) => `${prefix}to:${userId}`
  const subscriptions = createSubscriptions({ subscriber, channelPrefix: channelOf(''), decode })
  const resyncs = createResyncs(redis, (userIds) => append(userIds, RESYNC.event, RESYNC.data))

  const appends = createAppends(redis, prefix, { logOf, channelOf })

  async function append(userIds: readonly string[], event: string, data: string, once?: Once) {
    await appends.load({ userIds, event, data, once }).catch((error) => resyncs.addAndThrow(userIds, error))
  }

  return {
    ...createPublishedKeys({ redis, prefix }),
    append,
    async pass(userIds, event, data, { resyncOnFailure = false } = {}) {
      const passed = userIds.map((userId) => redis.publish(channelOf(userId), `\n${event}\n${data}`))
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
      const from = id ? after : '0-0'
      const [entries, complete] = await redis.liveSince(logOf(userId), epoch, from, id?.time ?? 0)
      return { entries: entries.map(decode), complete: id !== null && complete === 1 }
    },
    cursor: (userId) => redis.liveCursor(logOf(userId), epoch),
    async [Symbol.asyncDispose]() {
      subscriptions.close()
      resyncs.close()
    },
  }
}

interface Append {
  userIds: readonly string[]
  event: string
  data: string
  once: Once | undefined
}

/** Appends the entries that come together, such as those of the messages of one commit, with one command. */
const createAppends = (
  redis: Redis,
  prefix: string,
  { logOf, channelOf }: Record<'logOf' | 'channelOf', (userId: string) => string>,
) =>
  new DataLoader<Append, null>(
    async (entries) => {
      const keys = entries.flatMap(({ userIds, once }) => [
        ...(once ? [publishedKeyOf(prefix, once.time)] : []),
        ...userIds.flatMap((userId) => [logOf(userId), channelOf(userId)]),
      ])
      const fields = entries.flatMap(({ userIds, event, data, once }) => [
        event,
        data,
        once?.key ?? '',
        userIds.length,
      ])
      await redis.liveAppend(keys.length, ...keys, KEYS_KEPT, ...fields)
      return entries.map(() => null)
    },
    { cache: false, maxBatchSize: MAX_APPENDS },
  )

function decode(text: string): LogEntry {
  const first = text.indexOf('\n')
  const second = text.indexOf('\n', first + 1)
  return { id: text.slice(0, first), event: text.slice(first + 1, second), data: text.slice(second + 1) }
}

/** Publishes `resync` to the members whose log misses an event, as soon as Redis can be reached again. */
function createResyncs(redis: Redis, publishResync: (userIds: readonly string[]) => Promise<void>) {
  const pending = new Set<string>()

  function publishPending() {
    const userIds = [...pending]
    pending.clear()
    // A failure adds the member again.
    for (const userId of userIds) publishResync([userId]).catch(() => undefined)
  }

  redis.on('ready', publishPending)
  return {
    addAndThrow(userIds: readonly string[], error: unknown): never {
      for (const userId of userIds) pending.add(userId)
      throw error
    },
    close: () => redis.off('ready', publishPending),
  }
}
