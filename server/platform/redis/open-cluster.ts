import { Cluster, type Redis } from 'ioredis'
import type { ClusterClients } from './clients.ts'
import { RedisUnreachable } from './redis-unreachable.ts'
import type { RedisTarget } from './redis-url.ts'
import { openShardConnections } from './shard-connections.ts'
import { cutWhenSilent, type Watch } from './silent-redis.ts'

type ClusterTarget = Extract<RedisTarget, { kind: 'cluster' }>

/** How long a server may take to accept a connection, and to tell which server has which slots, in milliseconds. */
const CONNECT_TIMEOUT = 2_000
const SLOTS_TIMEOUT = 1_000
/** How long a cluster may take to serve all slots, in milliseconds. A start then tries again. */
const READY_TIMEOUT = 10_000
/** How often the client looks for servers that took over slots. Redirected commands and lost connections look at once. */
const SLOTS_EVERY = 2_000
const MAX_RETRY_DELAY = 1_000
/** The version of Redis that brought sharded publish and subscribe. */
const MIN_VERSION = 7

/**
 * Opens the connections to a Redis Cluster. Only commands that a server redirected are sent again, because they did not
 * run. @throws RedisUnreachable
 */
export async function openCluster(
  target: ClusterTarget,
  onError: (error: Error) => void,
  onRoundTrip?: (seconds: number) => void,
): Promise<ClusterClients> {
  const { nodes, access } = target
  const commands = new Cluster(nodes, {
    lazyConnect: true,
    enableOfflineQueue: false,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshTimeout: SLOTS_TIMEOUT,
    slotsRefreshInterval: SLOTS_EVERY,
    clusterRetryStrategy: (times) => Math.min(times * 100, MAX_RETRY_DELAY),
    redisOptions: { ...access, connectTimeout: CONNECT_TIMEOUT },
    // Certificates are for names.
    ...(access.tls ? { dnsLookup: (address, callback) => callback(null, address) } : {}),
  })
  commands.on('error', onError)
  commands.on('node error', onError)
  const watches = watchNodes(commands, onRoundTrip)
  try {
    await untilReady(commands)
    await Promise.all(commands.nodes().map(untilSettled))
    await assertVersion(commands)
    const shards = await openShardConnections(
      commands,
      { ...access, connectTimeout: CONNECT_TIMEOUT },
      onError,
    )
    return {
      kind: 'cluster',
      commands,
      shards,
      prefixOf: (name) => `{${name}}:`,
      async ping() {
        await commands.ping()
      },
      async [Symbol.asyncDispose]() {
        // Commands that were sent before get their answers first. A server without a connection would queue the ping.
        const connected = commands.nodes().filter(({ status }) => status === 'ready')
        await Promise.all(connected.map((node) => node.ping().catch(() => undefined)))
        shards.close()
        watches.stop()
        commands.disconnect()
      },
    }
  } catch (error) {
    watches.stop()
    commands.disconnect()
    throw new RedisUnreachable(target, error)
  }
}

/**
 * Connects, and resolves once the cluster serves all slots. The promise of the client itself never settles when the cluster
 * was not ready at its first look.
 */
const untilReady = (commands: Cluster) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('its slots are not all served')), READY_TIMEOUT)
    const settled = (error?: Error) => {
      clearTimeout(timer)
      if (error) reject(error)
      else resolve()
    }
    commands.once('ready', () => settled())
    commands.connect().then(() => settled(), settled)
  })

/** Resolves once a node is connected, or cannot be. */
const untilSettled = (node: Redis) =>
  new Promise<void>((resolve) => {
    if (node.status === 'ready' || node.status === 'end') return resolve()
    node.once('ready', resolve)
    node.once('end', resolve)
  })

/** Connects to each server of the cluster, and cuts its connection when it hangs. */
function watchNodes(commands: Cluster, onRoundTrip?: (seconds: number) => void): Watch {
  const watches = new Map<Redis, Watch>()
  const remove = (node: Redis) => {
    watches.get(node)?.stop()
    watches.delete(node)
  }
  commands.on('+node', (node: Redis) => {
    watches.set(node, cutWhenSilent(node, onRoundTrip))
    // Otherwise the first command connects, and others fail until it has. A replica may take over at any time.
    node.connect().catch(() => undefined)
  })
  commands.on('-node', remove)
  return {
    stop() {
      for (const node of watches.keys()) remove(node)
    },
  }
}

async function assertVersion(commands: Cluster) {
  const version = /redis_version:(\d+)/.exec(await commands.info('server'))?.[1]
  if (Number(version) < MIN_VERSION)
    throw new Error(`it is version ${version}, and a cluster needs Redis ${MIN_VERSION} or newer`)
}
