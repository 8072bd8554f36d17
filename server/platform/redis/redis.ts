import { Redis } from 'ioredis'
import { cutWhenSilent, type Watch } from './silent-redis.ts'

export interface RedisClients {
  readonly commands: Redis
  /** A subscribed connection accepts no other commands. Callers subscribe again on each `ready` event. */
  readonly subscriber: Redis
  ping(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Opens both connections. While Redis cannot be reached, or hangs, commands fail at once instead of being queued, because
 * only the caller knows which are still useful. Commands are never resent, because a failed one may have run.
 */
export async function openRedis(
  url: string,
  onError: (error: Error) => void,
  onRoundTrip?: (seconds: number) => void,
): Promise<RedisClients> {
  const options = { lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 0 } as const
  const commands = new Redis(url, { ...options, enableAutoPipelining: true })
  // ioredis would resubscribe by itself, but its failure would be an unhandled rejection.
  const subscriber = new Redis(url, { ...options, autoResubscribe: false })
  const watches: Watch[] = []
  try {
    for (const client of [commands, subscriber]) {
      client.on('error', onError)
      await client.connect()
      watches.push(cutWhenSilent(client, onRoundTrip))
    }
  } catch (error) {
    for (const watch of watches) watch.stop()
    for (const client of [commands, subscriber]) client.disconnect()
    throw error
  }
  return {
    commands,
    subscriber,
    async ping() {
      await commands.ping()
    },
    async [Symbol.asyncDispose]() {
      // Commands that were sent before get their answers first.
      await commands.ping().catch(() => undefined)
      for (const watch of watches) watch.stop()
      commands.disconnect()
      subscriber.disconnect()
    },
  }
}
