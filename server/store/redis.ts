import { Redis } from 'ioredis'

export interface RedisClients {
  readonly commands: Redis
  /** A connection that subscribes can do nothing else. */
  readonly subscriber: Redis
  ping(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export async function openRedis(url: string, onError: (error: Error) => void): Promise<RedisClients> {
  const options = { lazyConnect: true, maxRetriesPerRequest: 2 } as const
  const commands = new Redis(url, { ...options, enableAutoPipelining: true })
  const subscriber = new Redis(url, options)
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
