import type { Cluster, Redis } from 'ioredis'
import type { ShardConnections } from './shard-connections.ts'

/** Runs commands on one server, or on the server of a cluster that has the key. */
export type RedisCommands = Redis | Cluster

interface Clients {
  /** Returns the prefix of keys that one script may use together: in a cluster they are on one server. */
  prefixOf(name: string): string
  ping(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** The connections to one server, or to the primary that sentinels name. */
export interface ServerClients extends Clients {
  readonly kind: 'server'
  readonly commands: Redis
  /** A subscribed connection accepts no other commands. Callers subscribe again on each `ready` event. */
  readonly subscriber: Redis
}

/** The connections to a Redis Cluster. */
export interface ClusterClients extends Clients {
  readonly kind: 'cluster'
  readonly commands: Cluster
  /** The connections for sharded subscriptions. */
  readonly shards: ShardConnections
}

export type RedisClients = ServerClients | ClusterClients
