import type { Redis, Result } from 'ioredis'
import { parseEventId } from './event-id.ts'
import { type EventLog, type LogEntry, type Once, RESYNC, RETENTION } from './event-log.ts'
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

/** Keys are remembered in sets by the minute in which their events happened, which expire as a whole. */
const SET_MILLISECONDS = 60_000
/** Longer than the log keeps entries: a checkpoint may be that old, and looks begin before it. */
const KEYS_KEPT = RETENTION.milliseconds + 2 * SET_MILLISECONDS
/** Sets that ended so many minutes before the checkpoint are dropped early. */
const DROPPED_SETS = [3, 4, 5, 6]

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

  const progressKey = `${prefix}repair`
  const setAt = (time: number) => `${prefix}told:${Math.floor(time / SET_MILLISECONDS)}`
  const setOf = ({ time }: Once) => setAt(time)

  async function append(userIds: readonly string[], event: string, data: string, once?: Once) {
    const keys = userIds.flatMap((userId) => [logOf(userId), channelOf(userId)])
    const sent = once
      ? redis.liveAppend(keys.length + 1, ...keys, setOf(once), event, data, once.key, KEYS_KEPT)
      : redis.liveAppend(keys.length, ...keys, event, data)
    await sent.catch((error) => owe(userIds, error))
  }

  async function untold(happened: readonly Once[]) {
    const bySet = [...Map.groupBy(happened, setOf)]
    const found = await Promise.all(
      bySet.map(([set, members]) => redis.smismember(set, ...members.map(({ key }) => key))),
    )
    return bySet.flatMap(([, members], set) => members.filter((_, index) => found[set]?.[index] !== 1))
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
    untold,
    async readProgress() {
      const [checkpoint, since, last] = await redis.hmget(progressKey, 'checkpoint', 'since', 'last')
      if (!checkpoint || !since || !last) return null
      return { checkpoint: Number(checkpoint), since: Number(since), last: Number(last) }
    },
    async writeProgress(progress) {
      const dropped = DROPPED_SETS.map((ago) => setAt(progress.checkpoint - ago * SET_MILLISECONDS))
      await Promise.all([redis.hset(progressKey, { ...progress }), redis.unlink(...dropped)])
    },
    async claimRepair(milliseconds) {
      return (await redis.set(`${progressKey}:claim`, '1', 'PX', milliseconds, 'NX')) === 'OK'
    },
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
