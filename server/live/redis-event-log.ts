import type { Redis, Result } from 'ioredis'
import { parseEventId } from './event-id.ts'
import { type EventLog, type LogEntry, RETENTION } from './event-log.ts'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    liveAppend(key: string, channel: string, event: string, data: string): Result<string, Context>
    liveSince(key: string, after: string, afterTime: number): Result<[string[], number], Context>
  }
}

/** Kept and passed on in one step, so that what a subscriber hears is in the order of the log. */
const APPEND = `
local id = redis.call('XADD', KEYS[1], 'MAXLEN', '=', ${RETENTION.entries}, '*', 'e', ARGV[1], 'd', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ${RETENTION.milliseconds})
redis.call('PUBLISH', KEYS[2], id .. '\\n' .. ARGV[1] .. '\\n' .. ARGV[2])
return id`

/** Complete unless entries after the id were cut off, or the whole log may have expired since. */
const SINCE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local after = tonumber(ARGV[2])
local found = {}
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '(' .. ARGV[1], '+')) do
  found[#found + 1] = entry[1] .. '\\n' .. entry[2][2] .. '\\n' .. entry[2][4]
end
local complete = after <= now + 1000 and 1 or 0
local first = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
if first then
  local info = redis.call('XINFO', 'STREAM', KEYS[1])
  local length, added = 0, 0
  for i = 1, #info, 2 do
    if info[i] == 'length' then length = info[i + 1] end
    if info[i] == 'entries-added' then added = info[i + 1] end
  end
  local firstTime = tonumber(string.match(first[1], '^(%d+)'))
  if added > length then
    if redis.call('XRANGE', KEYS[1], '-', ARGV[1], 'COUNT', 1)[1] == nil then complete = 0 end
  elseif after <= firstTime - ${RETENTION.milliseconds} then complete = 0 end
elseif after <= now - ${RETENTION.milliseconds} then complete = 0 end
return {found, complete}`

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
  redis.defineCommand('liveAppend', { numberOfKeys: 2, lua: APPEND })
  redis.defineCommand('liveSince', { numberOfKeys: 1, lua: SINCE })
  const listeners = new Map<string, (entry: LogEntry) => void>()
  const logOf = (userId: string) => `${prefix}log:${userId}`
  const channelOf = (userId: string) => `${prefix}to:${userId}`
  const skip = channelOf('').length

  const onMessage = (channel: string, text: string) => listeners.get(channel.slice(skip))?.(decode(text))
  let connected = subscriber.status === 'ready'
  // Nobody knows what was published while the connection was away.
  const onReady = () => {
    if (connected)
      for (const listener of listeners.values()) listener({ id: '', event: 'resync', data: '{}' })
    connected = true
  }
  subscriber.on('message', onMessage)
  subscriber.on('ready', onReady)

  return {
    async append(userIds, event, data) {
      await Promise.all(
        userIds.map((userId) => redis.liveAppend(logOf(userId), channelOf(userId), event, data)),
      )
    },
    async pass(userIds, event, data) {
      await Promise.all(userIds.map((userId) => redis.publish(channelOf(userId), `\n${event}\n${data}`)))
    },
    async subscribe(userId, listener) {
      listeners.set(userId, listener)
      await subscriber.subscribe(channelOf(userId))
    },
    unsubscribe(userId) {
      listeners.delete(userId)
      // A stream of the same person may open again at once: Redis takes the commands in this order.
      subscriber.unsubscribe(channelOf(userId)).catch(() => undefined)
    },
    async since(userId, after) {
      const id = parseEventId(after)
      const from = id ? after : '0-0'
      const [entries, complete] = await redis.liveSince(logOf(userId), from, id?.time ?? 0)
      return { entries: entries.map(decode), complete: id !== null && complete === 1 }
    },
    async cursor(userId) {
      const [last] = await redis.xrevrange(logOf(userId), '+', '-', 'COUNT', 1)
      if (last) return last[0]
      const [seconds] = await redis.time()
      return `${Number(seconds) * 1000}-0`
    },
    async [Symbol.asyncDispose]() {
      subscriber.off('message', onMessage)
      subscriber.off('ready', onReady)
      listeners.clear()
    },
  }
}
