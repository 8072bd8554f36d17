import { type Cluster, Redis } from 'ioredis'
import type { RedisAccess } from './redis-url.ts'
import { cutWhenSilent, type Watch } from './silent-redis.ts'

/** Receives a sharded message, with the connection on which it arrived. */
export type ShardMessageListener = (connection: Redis, channel: string, text: string) => void
/** Receives a connection whose subscriptions have ended, or null when only the servers of slots changed. */
export type ShardChangeListener = (lost: Redis | null) => void

/**
 * One connection to each primary of a cluster, for sharded subscriptions. The client of the cluster has such
 * connections too, but it does not report when they have missed messages.
 */
export interface ShardConnections {
  /** Returns the connection to the primary that has the slot; null while there is none. */
  of(slot: number): Redis | null
  /** Asks the cluster which primary has which slots. */
  refresh(): void
  on(listeners: { message: ShardMessageListener; change: ShardChangeListener }): void
  off(listeners: { message: ShardMessageListener; change: ShardChangeListener }): void
  close(): void
}

interface Shard {
  connection: Redis
  watch: Watch
}

type ShardOptions = RedisAccess & { connectTimeout: number }

const MAX_RETRY_DELAY = 500

/** Resolves once each primary has been connected to, or could not be. */
export async function openShardConnections(
  cluster: Cluster,
  options: ShardOptions,
  onError: (error: Error) => void,
): Promise<ShardConnections> {
  const shards = new Map<string, Shard>()
  const listeners = new Set<{ message: ShardMessageListener; change: ShardChangeListener }>()
  const changed = (lost: Redis | null) => {
    for (const { change } of listeners) change(lost)
  }
  const refresh = () => cluster.refreshSlotsCache(() => undefined)

  function open(address: string): Promise<void> {
    const connection = createConnection(address, options)
    connection.on('error', onError)
    connection.on('smessage', (channel: string, text: string) => {
      for (const { message } of listeners) message(connection, channel, text)
    })
    connection.on('ready', () => changed(null))
    connection.on('close', () => {
      changed(connection)
      refresh()
    })
    // The server unsubscribed because a slot went to another one, which has to be known first.
    connection.on('moved', () => cluster.refreshSlotsCache(() => changed(connection)))
    shards.set(address, { connection, watch: cutWhenSilent(connection) })
    return connection.connect().catch(() => undefined)
  }

  function drop(address: string, { connection, watch }: Shard) {
    shards.delete(address)
    watch.stop()
    connection.disconnect()
  }

  /** Connects to new primaries, and leaves servers that are none any more. */
  async function update() {
    const primaries = new Set(cluster.slots.flatMap(([primary]) => primary ?? []))
    for (const [address, shard] of shards) if (!primaries.has(address)) drop(address, shard)
    const opening = [...primaries].filter((address) => !shards.has(address)).map(open)
    changed(null)
    await Promise.all(opening)
  }

  const onRefresh = () => void update()
  cluster.on('refresh', onRefresh)
  await update()
  return {
    of(slot) {
      const connection = shards.get(cluster.slots[slot]?.[0] ?? '')?.connection
      return connection?.status === 'ready' ? connection : null
    },
    refresh,
    on: (added) => void listeners.add(added),
    off: (removed) => void listeners.delete(removed),
    close() {
      cluster.off('refresh', onRefresh)
      for (const [address, shard] of shards) drop(address, shard)
    },
  }
}

function createConnection(address: string, options: ShardOptions): Redis {
  const colon = address.lastIndexOf(':')
  return new Redis({
    ...options,
    host: address.slice(0, colon),
    port: Number(address.slice(colon + 1)),
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    retryStrategy: (times: number) => Math.min(times * 50, MAX_RETRY_DELAY),
  })
}
