import { Redis } from 'ioredis'
import { afterAll, beforeAll, inject } from 'vitest'
import {
  createMemoryEventLog,
  createRedisEventLog,
  createSharedEventLog,
  type EventLog,
} from '#server/domains/live/index.ts'
import { createMemoryPresence, createRedisPresence, type Presence } from '#server/domains/presence/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openRedis, type RedisClients, type RedisCommands } from '#server/platform/redis/index.ts'
import { type RedisClusterServers, startRedisCluster } from './redis-cluster.ts'

/** Short enough for a test. In milliseconds. */
const GRACE = 100

export interface Opened<Port> {
  /** Creates any number of nodes; with the memory store, always the same one. */
  node(): Promise<Port>
  close(): Promise<void>
}

/** Servers that only some suites need. */
interface OwnServers {
  start(): Promise<void>
  stop(): Promise<void>
}

/** Starts the servers that a store needs beyond those of the run, for the calling suite. */
export function startServersOf({ servers }: { servers?: OwnServers }) {
  beforeAll(() => servers?.start())
  afterAll(() => servers?.stop())
}

function ownCluster() {
  let cluster: RedisClusterServers | null = null
  return {
    servers: {
      async start() {
        cluster = await startRedisCluster()
      },
      async stop() {
        await cluster?.stop()
      },
    },
    /** Connects as a node does. Null where redis-server is not installed. */
    connect: async (): Promise<RedisClients | null> => cluster && openRedis(cluster.url, () => undefined),
  }
}

const clusterOfLogs = ownCluster()
const clusterOfPresences = ownCluster()

export const EVENT_LOGS: readonly {
  name: string
  servers?: OwnServers
  open(): Promise<Opened<EventLog> | null>
}[] = [
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
        const made = new Redis(url)
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
  {
    name: 'Redis Cluster',
    servers: clusterOfLogs.servers,
    async open() {
      const first = await clusterOfLogs.connect()
      if (!first) return null
      const prefix = `live-${crypto.randomUUID()}:`
      const clients = [first]
      return {
        async node() {
          const opened = await clusterOfLogs.connect()
          if (!opened) throw new Error('the cluster has stopped')
          clients.push(opened)
          return createSharedEventLog(opened, prefix)
        },
        async close() {
          for (const one of clients) await one[Symbol.asyncDispose]()
        },
      }
    },
  },
]

export interface OpenedPresence extends Opened<Presence> {
  /** The members who went offline, in the order of the events. */
  readonly gone: string[]
}

/** The nodes of one presence in Redis. */
function presenceNodes(grace: number, prefix: string, connect: () => Promise<RedisCommands>): OpenedPresence {
  const gone: string[] = []
  const closers: (() => Promise<void>)[] = []
  const errors: unknown[] = []
  return {
    gone,
    async node() {
      const redis = await connect()
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
}

export const PRESENCES: readonly {
  name: string
  servers?: OwnServers
  open(grace?: number): Promise<OpenedPresence | null>
}[] = [
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
      const url = inject('redisUrl')
      if (!url) return null
      return presenceNodes(grace, `presence-${crypto.randomUUID()}:`, async () => new Redis(url))
    },
  },
  {
    name: 'Redis Cluster',
    servers: clusterOfPresences.servers,
    async open(grace = GRACE) {
      const clients = await clusterOfPresences.connect()
      if (!clients) return null
      const connections = [clients]
      const nodes = presenceNodes(grace, clients.prefixOf(`presence-${crypto.randomUUID()}`), async () => {
        const opened = await clusterOfPresences.connect()
        if (!opened) throw new Error('the cluster has stopped')
        connections.push(opened)
        return opened.commands
      })
      return {
        ...nodes,
        async close() {
          await nodes.close()
          for (const one of connections) await one[Symbol.asyncDispose]()
        },
      }
    },
  },
]
