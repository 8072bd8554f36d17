import { Redis } from 'ioredis'
import { cutWhenSilent, type Watch } from './silent-redis.ts'

export interface RedisClients {
  readonly commands: Redis
  /** A connection that subscribes can do nothing else. Who subscribes does so again whenever it is ready. */
  readonly subscriber: Redis
  ping(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Opens both connections. While Redis cannot be reached, or hangs, commands fail at once instead of being kept for later:
 * the caller knows better what is still worth doing. A command is sent once: who repeats one knows that it may have run.
 */
export async function openRedis(url: string, onError: (error: Error) => void): Promise<RedisClients> {
  const options = { lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 0 } as const
  const commands = new Redis(url, { ...options, enableAutoPipelining: true })
  // Its own renewing of subscriptions rejects where nobody can hear it.
  const subscriber = new Redis(url, { ...options, autoResubscribe: false })
  const watches: Watch[] = []
  for (const client of [commands, subscriber]) {
    client.on('error', onError)
    await client.connect()
    watches.push(cutWhenSilent(client))
  }
  return {
    commands,
    subscriber,
    async ping() {
      await commands.ping()
    },
    async [Symbol.asyncDispose]() {
      for (const watch of watches) watch.stop()
      commands.disconnect()
      subscriber.disconnect()
    },
  }
}
