import { openRedis } from './redis.ts'

/** What an operator needs to know about a Redis before the server uses it. */
export interface RedisFacts {
  version: string
  /** What Redis does when its memory is full. `noeviction` loses no live state. */
  evictionPolicy: string
  /** Whether Redis keeps its data over a restart. */
  isPersistent: boolean
}

/** Reads the facts, and changes nothing. @throws the error of the connection */
export async function inspectRedis(url: string): Promise<RedisFacts> {
  const redis = await openRedis(url, () => undefined)
  try {
    const info = await redis.commands.info()
    const fieldOf = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim() ?? ''
    const saves = await redis.commands.config('GET', 'save').catch(() => null)
    const hasSnapshots = Array.isArray(saves) && saves.length > 1 && saves[1] !== ''
    return {
      version: fieldOf('redis_version'),
      evictionPolicy: fieldOf('maxmemory_policy'),
      isPersistent: fieldOf('aof_enabled') === '1' || hasSnapshots,
    }
  } finally {
    await redis[Symbol.asyncDispose]()
  }
}
