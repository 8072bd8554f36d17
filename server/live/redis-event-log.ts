import type { Redis, Result } from 'ioredis'
import { parseEventId } from './event-id.ts'
import { type EventLog, type LogEntry, RESYNC } from './event-log.ts'
import { APPEND, CURSOR, SINCE } from './redis-scripts.ts'

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

function decode(text: string): LogEntry {
  const first = text.indexOf('\n')
  const second = text.indexOf('\n', first + 1)
  return { id: text.slice(0, first), event: text.slice(first + 1, second), data: text.slice(second + 1) }
}

export interface RedisEventLogDeps {
  redis: Redis
  /** A connection of its own, as one that subscribes can do nothing else. */
  subscriber: Redis
  prefix: string
}

/** A log that any number of nodes share. Each node subscribes to the channels of the people it has streams of. */
export function createRedisEventLog({ redis, subscriber, prefix }: RedisEventLogDeps): EventLog {
  redis.defineCommand('liveAppend', { lua: APPEND })
  redis.defineCommand('liveSince', { numberOfKeys: 2, lua: SINCE })
  redis.defineCommand('liveCursor', { numberOfKeys: 2, lua: CURSOR })
  let listener: (userId: string, entry: LogEntry) => void = () => undefined
  const subscribed = new Set<string>()
  // People whose log misses an event because Redis could not be reached.
  const owed = new Set<string>()
  const epoch = `${prefix}epoch`
  const logOf = (userId: string) => `${prefix}log:${userId}`
  const channelOf = (userId: string) => `${prefix}to:${userId}`
  const skip = channelOf('').length

  function owe(userIds: readonly string[], error: unknown): never {
    for (const userId of userIds) owed.add(userId)
    throw error
  }

  async function append(userIds: readonly string[], event: string, data: string) {
    const keys = userIds.flatMap((userId) => [logOf(userId), channelOf(userId)])
    await redis.liveAppend(keys.length, ...keys, event, data).catch((error) => owe(userIds, error))
  }

  /** What an event was could not be kept; that there was one can still be told. */
  function settle() {
    const missing = [...owed]
    owed.clear()
    // A failure puts them back, for the next time.
    for (const userId of missing) append([userId], RESYNC.event, RESYNC.data).catch(() => undefined)
  }

  const onMessage = (channel: string, text: string) => listener(channel.slice(skip), decode(text))
  let connected = subscriber.status === 'ready'
  // Nobody knows what was published while the connection was away.
  const onReady = () => {
    if (connected && subscribed.size > 0) {
      const tellAll = () => {
        for (const userId of subscribed) listener(userId, RESYNC)
      }
      // If it fails, there is another `ready`.
      subscriber.subscribe(...[...subscribed].map(channelOf)).then(tellAll, () => undefined)
    }
    connected = true
  }
  subscriber.on('message', onMessage)
  subscriber.on('ready', onReady)
  redis.on('ready', settle)

  return {
    append,
    async pass(userIds, event, data, { owed: isOwed = false } = {}) {
      const passed = userIds.map((userId) => redis.publish(channelOf(userId), `\n${event}\n${data}`))
      await Promise.all(passed).catch((error) => {
        if (isOwed) owe(userIds, error)
        throw error
      })
    },
    listen(given) {
      listener = given
    },
    async subscribe(userId) {
      subscribed.add(userId)
      await subscriber.subscribe(channelOf(userId))
    },
    unsubscribe(userId) {
      subscribed.delete(userId)
      // A stream of the same person may open again at once: Redis takes the commands in this order.
      subscriber.unsubscribe(channelOf(userId)).catch(() => undefined)
    },
    async since(userId, after) {
      const id = parseEventId(after)
      const from = id ? after : '0-0'
      const [entries, complete] = await redis.liveSince(logOf(userId), epoch, from, id?.time ?? 0)
      return { entries: entries.map(decode), complete: id !== null && complete === 1 }
    },
    cursor: (userId) => redis.liveCursor(logOf(userId), epoch),
    async [Symbol.asyncDispose]() {
      subscriber.off('message', onMessage)
      subscriber.off('ready', onReady)
      redis.off('ready', settle)
      subscribed.clear()
    },
  }
}
