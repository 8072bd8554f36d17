import type { Redis } from 'ioredis'
import type { ServerClients } from './clients.ts'
import { GatheringClient } from './gathering-client.ts'
import { RedisUnreachable } from './redis-unreachable.ts'
import type { RedisTarget } from './redis-url.ts'
import { cutWhenSilent, type Watch } from './silent-redis.ts'

type ServerTarget = Exclude<RedisTarget, { kind: 'cluster' }>

const OPTIONS = { lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 0 } as const
/** How long sentinels and the primary that they name may take to accept a connection, in milliseconds. */
const CONNECT_TIMEOUT = 2_000
const MAX_RETRY_DELAY = 1_000

/** Opens the connections to one server, or to the primary that sentinels name. @throws RedisUnreachable */
export async function openServer(
  target: ServerTarget,
  onError: (error: Error) => void,
  onRoundTrip?: (seconds: number) => void,
): Promise<ServerClients> {
  let isOpen = false
  // The first attempt reports what is wrong. Later the client tries again until it succeeds.
  const retryAfter = (attempts: number) => (isOpen ? Math.min(attempts * 100, MAX_RETRY_DELAY) : null)
  const commands = createClient(target, retryAfter)
  // ioredis would resubscribe by itself, but its failure would be an unhandled rejection.
  const subscriber = createClient(target, retryAfter, { autoResubscribe: false })
  const watches: Watch[] = []
  const close = () => {
    for (const watch of watches) watch.stop()
    commands.disconnect()
    subscriber.disconnect()
  }
  try {
    for (const client of [commands, subscriber]) {
      client.on('error', onError)
      await client.connect()
      watches.push(cutWhenSilent(client, onRoundTrip))
    }
  } catch (error) {
    close()
    throw new RedisUnreachable(target, error)
  }
  isOpen = true
  return {
    kind: 'server',
    commands,
    subscriber,
    prefixOf: (name) => `${name}:`,
    async ping() {
      await commands.ping()
    },
    async [Symbol.asyncDispose]() {
      // Commands that were sent before get their answers first.
      await commands.ping().catch(() => undefined)
      close()
    },
  }
}

function createClient(
  target: ServerTarget,
  retryAfter: (attempts: number) => number | null,
  { autoResubscribe = true }: { autoResubscribe?: boolean } = {},
): Redis {
  const options = { ...OPTIONS, autoResubscribe }
  if (target.kind === 'server') return new GatheringClient(target.url, options)
  const { sentinels, name, db, access, sentinelPassword } = target
  return new GatheringClient({
    ...options,
    ...access,
    sentinels,
    name,
    db,
    ...(sentinelPassword === null ? {} : { sentinelPassword }),
    ...(access.tls ? { enableTLSForSentinelMode: true, sentinelTLS: access.tls } : {}),
    connectTimeout: CONNECT_TIMEOUT,
    sentinelCommandTimeout: CONNECT_TIMEOUT,
    // Without a delay, a client that found no sentinel would never try again.
    sentinelRetryStrategy: retryAfter,
    // A primary that became a replica: the sentinels name the new one.
    reconnectOnError: ({ message }: Error) => message.startsWith('READONLY'),
  })
}
