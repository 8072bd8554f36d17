import type { Result } from 'ioredis'
import type { RedisCommands } from '#server/platform/redis/index.ts'
import { appendScript, CURSOR, SINCE } from './redis-scripts.ts'

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

/** Adds the commands of the event log to a client. */
export function defineLogCommands(redis: RedisCommands, publish: 'PUBLISH' | 'SPUBLISH') {
  redis.defineCommand('liveAppend', { lua: appendScript(publish) })
  redis.defineCommand('liveSince', { numberOfKeys: 2, lua: SINCE })
  redis.defineCommand('liveCursor', { numberOfKeys: 2, lua: CURSOR })
}
