import type { Result } from 'ioredis'
import type { RedisCommands } from '#server/platform/redis/index.ts'
import { appendScript, CURSORS, SINCE } from './redis-scripts.ts'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    liveAppend(...args: (string | number)[]): Result<null, Context>
    liveSince(...args: (string | number)[]): Result<[string[], number][], Context>
    liveCursors(...args: (string | number)[]): Result<string[], Context>
  }
}

/** Adds the commands of the event log to a client. */
export function defineLogCommands(redis: RedisCommands, publish: 'PUBLISH' | 'SPUBLISH') {
  redis.defineCommand('liveAppend', { lua: appendScript(publish) })
  redis.defineCommand('liveSince', { lua: SINCE })
  redis.defineCommand('liveCursors', { lua: CURSORS })
}
