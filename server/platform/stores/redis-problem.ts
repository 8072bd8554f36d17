import { addressesOf, parseRedisUrl } from '#server/platform/redis/redis-url.ts'
import { innermost, networkProblem, type StoreProblem, tlsProblem } from './store-problem.ts'

/** Returns the address of a Redis, without user and password. */
export function redisAddress(url: string): string {
  const target = parseRedisUrl(url)
  if (target.kind !== 'server') return addressesOf(target)
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}:${port || '6379'}${pathname.length > 1 ? pathname : ''}`
}

/** Returns why Redis cannot be used; null for an error whose stack is needed. */
export function redisProblem(error: unknown, url: string): StoreProblem | null {
  const cause = innermost(error)
  const address = redisAddress(url)
  const lasting = (sentence: string) => ({ sentence, isTemporary: false })
  if (/NOAUTH/.test(cause.message))
    return lasting(`Redis at ${address} needs a password. Write it into REDIS_URL: redis://:password@host.`)
  if (/WRONGPASS|invalid password|without any password configured/.test(cause.message))
    return lasting(`Redis at ${address} refuses the password. Correct REDIS_URL.`)
  if (/NOPERM/.test(cause.message))
    return lasting(`The user of REDIS_URL lacks a right in the Redis ${address}: ${cause.message}.`)
  if (/DB index is out of range|invalid DB index/i.test(cause.message))
    return lasting(`Redis at ${address} has no database of this number. Correct REDIS_URL.`)
  const tls = tlsProblem(cause)
  if (tls)
    return lasting(
      `The encrypted connection to Redis at ${address} failed: ${tls}. Correct REDIS_URL, or the certificate.`,
    )
  const temporary = /^LOADING/.test(cause.message) ? 'it is still loading its data' : networkProblem(cause)
  return temporary
    ? {
        sentence: `Redis at ${address} cannot be reached: ${temporary}. Start it, or correct REDIS_URL.`,
        isTemporary: true,
      }
    : null
}
