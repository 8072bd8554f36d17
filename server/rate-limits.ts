import type { Redis } from 'ioredis'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { ApiError } from './errors.ts'

/** How many of an action are allowed in a window of seconds, for one key (an account or an address). */
const LIMITS = {
  loginByAccount: { points: 10, seconds: 15 * 60 },
  loginByAddress: { points: 60, seconds: 15 * 60 },
  registerByAddress: { points: 10, seconds: 60 * 60 },
  verifyByAddress: { points: 30, seconds: 15 * 60 },
  resendByAccount: { points: 4, seconds: 15 * 60 },
  resendByAddress: { points: 20, seconds: 60 * 60 },
  resetByAccount: { points: 4, seconds: 15 * 60 },
  resetByAddress: { points: 20, seconds: 60 * 60 },
  resetTokenByAddress: { points: 30, seconds: 15 * 60 },
  resetCodeByAccount: { points: 10, seconds: 15 * 60 },
  resetCodeByAddress: { points: 30, seconds: 15 * 60 },
  sessionByAccount: { points: 120, seconds: 60 },
  profileByAccount: { points: 30, seconds: 60 },
  visitByAccount: { points: 30, seconds: 60 * 60 },
  nearbyByAccount: { points: 60, seconds: 60 },
  startByAccount: { points: 30, seconds: 60 },
  orderByAccount: { points: 40, seconds: 60 * 60 },
  paymentByAccount: { points: 60, seconds: 60 },
  webhookByAddress: { points: 1200, seconds: 60 },
  launchByAddress: { points: 10, seconds: 60 * 60 },
  subscriptionByAccount: { points: 20, seconds: 60 * 60 },
  messageByAccount: { points: 40, seconds: 10 },
  typingByAccount: { points: 40, seconds: 10 },
  matchByAccount: { points: 60, seconds: 60 },
  blockByAccount: { points: 60, seconds: 60 * 60 },
  reportByAccount: { points: 20, seconds: 60 * 60 },
  privacyByAccount: { points: 120, seconds: 60 },
  passwordCheckByAccount: { points: 10, seconds: 15 * 60 },
  exportDownloadByAccount: { points: 30, seconds: 60 * 60 },
  streamByAccount: { points: 60, seconds: 60 },
} as const
export type LimitName = keyof typeof LIMITS

export interface RateLimits {
  /** Counts one action. @throws ApiError RATE_LIMITED with the seconds to wait. */
  consume(name: LimitName, key: string): Promise<void>
}

/** `factor` multiplies every limit. With Redis the count is shared by all nodes; while it is away each node counts alone. */
export function createRateLimits({ redis, factor }: { redis: Redis | null; factor: number }): RateLimits {
  const limiters = new Map<LimitName, RateLimiterAbstract>()
  for (const name of Object.keys(LIMITS) as LimitName[]) {
    const { points, seconds } = LIMITS[name]
    const options = { keyPrefix: `limit:${name}`, points: Math.ceil(points * factor), duration: seconds }
    const memory = new RateLimiterMemory(options)
    limiters.set(
      name,
      redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory,
    )
  }
  return {
    async consume(name, key) {
      const limiter = limiters.get(name)
      if (!limiter) throw new Error(`no rate limit is called ${name}`)
      try {
        await limiter.consume(key)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        throw new ApiError('RATE_LIMITED', 'Too many requests. Please slow down.', {
          retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)),
        })
      }
    },
  }
}
