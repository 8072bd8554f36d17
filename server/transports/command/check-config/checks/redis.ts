import { inspectRedis } from '#server/platform/redis/index.ts'
import { redisAddress, redisProblem } from '#server/platform/stores/redis-problem.ts'
import { tryRedis } from '#server/platform/stores/wait-for-stores.ts'
import { type Check, result } from '../check.ts'

/** Older versions lack commands that the server's scripts use. */
const OLDEST_VERSION = 6.2

export const checkRedis: Check = async ({ config: { redisUrl } }) => {
  if (!redisUrl)
    return [result('off', 'Redis', 'REDIS_URL is unset: one node alone, with its live state in memory')]
  const address = redisAddress(redisUrl)
  try {
    await tryRedis(redisUrl)
    const { version, evictionPolicy, isPersistent } = await inspectRedis(redisUrl)
    return [
      Number.parseFloat(version) >= OLDEST_VERSION
        ? result('ok', 'Redis', `Redis ${version} at ${address}`)
        : result('failed', 'Redis', `Redis ${version} at ${address} is older than ${OLDEST_VERSION}`),
      evictionPolicy === 'noeviction'
        ? result('ok', 'Redis memory', 'maxmemory-policy is noeviction')
        : result(
            'failed',
            'Redis memory',
            `maxmemory-policy is ${evictionPolicy || 'unknown'}: set it to noeviction, or searches and presence get lost`,
          ),
      result(
        'ok',
        'Redis persistence',
        isPersistent ? 'on' : 'off: after a restart of Redis, clients refetch; no message is lost',
      ),
    ]
  } catch (error) {
    const problem = redisProblem(error, redisUrl)
    if (!problem) throw error
    return [result('failed', 'Redis', problem.sentence)]
  }
}
