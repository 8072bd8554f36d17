import { Redis } from 'ioredis'

export interface RedisClients {
  readonly commands: Redis
  /** A connection that subscribes can do nothing else. Who subscribes does so again whenever it is ready. */
  readonly subscriber: Redis
  ping(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export async function openRedis(url: string, onError: (error: Error) => void): Promise<RedisClients> {
  const options = { lazyConnect: true, maxRetriesPerRequest: 2 } as const
  const commands = new Redis(url, { ...options, enableAutoPipelining: true })
  // Its own renewing of subscriptions rejects where nobody can hear it.
  const subscriber = new Redis(url, { ...options, autoResubscribe: false })
  commands.on('error', onError)
  subscriber.on('error', onError)
  await Promise.all([commands.connect(), subscriber.connect()])
  return {
    commands,
    subscriber,
    async ping() {
      await commands.ping()
    },
    async [Symbol.asyncDispose]() {
      commands.disconnect()
      subscriber.disconnect()
    },
  }
}
