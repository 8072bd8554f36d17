import type { RedisClients } from './clients.ts'
import { openCluster } from './open-cluster.ts'
import { openServer } from './open-server.ts'
import { parseRedisUrl } from './redis-url.ts'

/**
 * Opens the connections to what REDIS_URL names. While Redis cannot be reached, or hangs, commands fail at once instead of
 * being queued, because only the caller knows which are still useful. Commands are never resent, because a failed one
 * may have run. @throws RedisUrlError, RedisUnreachable
 */
export async function openRedis(
  url: string,
  onError: (error: Error) => void,
  onRoundTrip?: (seconds: number) => void,
): Promise<RedisClients> {
  const target = parseRedisUrl(url)
  return target.kind === 'cluster'
    ? openCluster(target, onError, onRoundTrip)
    : openServer(target, onError, onRoundTrip)
}
