import { Redis } from 'ioredis'
import { inject } from 'vitest'
import { createMemoryEventLog, createRedisEventLog, type EventLog } from '#server/domains/live/index.ts'
import { createMemoryPresence, createRedisPresence, type Presence } from '#server/domains/presence/index.ts'
import { systemClock } from '#server/platform/clock.ts'

/** Short enough for a test. In milliseconds. */
const GRACE = 100

export interface Opened<Port> {
  /** Creates any number of nodes; with the memory store, always the same one. */
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

export interface OpenedPresence extends Opened<Presence> {
  /** The members who went offline, in the order of the events. */
  readonly gone: string[]
}

export const PRESENCES: readonly { name: string; open(grace?: number): Promise<OpenedPresence | null> }[] = [
  {
    name: 'memory',
    async open(grace = GRACE) {
      const gone: string[] = []
      const presence = createMemoryPresence({ grace, onOffline: (userId) => void gone.push(userId) })
      return { gone, node: async () => presence, close: () => presence[Symbol.asyncDispose]() }
    },
  },
  {
    name: 'Redis',
    async open(grace = GRACE) {
      const gone: string[] = []
      const url = inject('redisUrl')
      if (!url) return null
      const prefix = `presence-${crypto.randomUUID()}:`
      const closers: (() => Promise<void>)[] = []
      const errors: unknown[] = []
      return {
        gone,
        async node() {
          const redis = new Redis(url, { enableAutoPipelining: true })
          const presence = createRedisPresence({
            redis,
            prefix,
            nodeId: crypto.randomUUID(),
            onOnline: () => {},
            onOffline: (userId) => void gone.push(userId),
            grace,
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
