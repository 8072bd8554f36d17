import { addressesOf, type RedisTarget } from './redis-url.ts'

/** Redis cannot be reached, or refuses the server. The message is for the operator and names the setting. */
export class RedisUnreachable extends Error {
  override readonly name = 'RedisUnreachable'
  /** Counts as an outage, as the error of a connection that is refused. */
  readonly code = 'ECONNREFUSED'

  constructor(target: RedisTarget, cause: unknown) {
    const reason = cause instanceof Error && cause.message ? `: ${cause.message}` : ''
    super(`Cannot reach Redis at ${addressesOf(target)} (REDIS_URL)${reason}`, { cause })
  }
}
