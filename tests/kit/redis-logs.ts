import { once } from 'node:events'
import type { Redis } from 'ioredis'
import { inject } from 'vitest'
import { createRedisEventLog, type EventLog } from '#server/domains/live/index.ts'
import { openServer, parseRedisUrl, type ServerClients } from '#server/platform/redis/index.ts'

/** One node's log on Redis, with its connections. */
export interface RedisLogNode {
  log: EventLog
  redis: Redis
  subscriber: Redis
  /** The delivered events of its log, as member and event. */
  heard: string[]
}

export interface RedisLogs {
  /** The prefix of every key and channel. */
  prefix: string
  node(): Promise<RedisLogNode>
  close(): Promise<void>
}

/** Opens the server's connections to one Redis. */
export function openServerAt(url: string): Promise<ServerClients> {
  const target = parseRedisUrl(url)
  if (target.kind === 'cluster') throw new Error('expected the address of one server')
  return openServer(target, () => undefined)
}

/** Any number of nodes on one Redis, with the server's connections. Null without Redis. */
export async function openRedisLogs(): Promise<RedisLogs | null> {
  const url = inject('redisUrl')
  if (!url) return null
  const prefix = `logs-${crypto.randomUUID()}:`
  const opened: ServerClients[] = []
  return {
    prefix,
    async node() {
      const clients = await openServerAt(url)
      opened.push(clients)
      const { commands: redis, subscriber } = clients
      const log = createRedisEventLog({ redis, subscriber, prefix })
      const heard: string[] = []
      log.listen((userId, { event }) => heard.push(`${userId} ${event}`))
      return { log, redis, subscriber, heard }
    },
    async close() {
      for (const clients of opened) await clients[Symbol.asyncDispose]()
    },
  }
}

/** Closes a connection; resolves once commands on it fail. */
export async function disconnect(connection: Redis) {
  const ended = once(connection, 'end')
  connection.disconnect()
  await ended
}

/** Resolves once earlier events have been delivered: a connection answers in order. */
export async function whenDelivered({ redis, subscriber }: RedisLogNode) {
  await redis.ping()
  await subscriber.ping()
}
