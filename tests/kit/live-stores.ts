import { Redis } from 'ioredis'
import { inject } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { createMemoryEventLog, createRedisEventLog, type EventLog } from '#server/live/index.ts'
import { createMemoryPresence, createRedisPresence, type Presence } from '#server/presence/index.ts'

export interface Opened<Port> {
  /** As many nodes as one asks for; on one machine's memory there is only one. */
  node(): Promise<Port>
  close(): Promise<void>
}

export const EVENT_LOGS: readonly { name: string; open(): Promise<Opened<EventLog> | null> }[] = [
  {
    name: 'memory',
    async open() {
      const log = createMemoryEventLog({ clock: systemClock })
      return { node: async () => log, close: () => log[Symbol.asyncDispose]() }
    },
  },
  {
    name: 'Redis',
    async open() {
      const url = inject('redisUrl')
      if (!url) return null
      const prefix = `live-${crypto.randomUUID()}:`
      const clients: Redis[] = []
      const client = () => {
        const made = new Redis(url, { enableAutoPipelining: true })
        clients.push(made)
        return made
      }
      return {
        async node() {
          const [redis, subscriber] = [client(), client()]
          await Promise.all([redis.ping(), subscriber.ping()])
          return createRedisEventLog({ redis, subscriber, prefix })
        },
        async close() {
          for (const one of clients) one.disconnect()
        },
      }
    },
  },
]

export const PRESENCES: readonly { name: string; open(): Promise<Opened<Presence> | null> }[] = [
  {
    name: 'memory',
    async open() {
      const presence = createMemoryPresence()
      return { node: async () => presence, close: () => presence[Symbol.asyncDispose]() }
    },
  },
  {
    name: 'Redis',
    async open() {
      const url = inject('redisUrl')
      if (!url) return null
      const prefix = `presence-${crypto.randomUUID()}:`
      const closers: (() => Promise<void>)[] = []
      const errors: unknown[] = []
      return {
        async node() {
          const redis = new Redis(url, { enableAutoPipelining: true })
          const presence = createRedisPresence({
            redis,
            prefix,
            nodeId: crypto.randomUUID(),
            onOnline: () => {},
            onOffline: () => {},
            onError: (error) => errors.push(error),
          })
          closers.push(async () => {
            await presence[Symbol.asyncDispose]()
            redis.disconnect()
          })
          return presence
        },
        async close() {
          for (const close of closers) await close()
          if (errors.length > 0) throw new AggregateError(errors, 'presence failed')
        },
      }
    },
  },
]
