import type { Redis } from 'ioredis'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { ApiError } from './errors.ts'

interface Limit {
  points: number
  seconds: number
  /** Each node counts alone, without asking Redis: for what costs the node that it happens on. */
  perNode?: boolean
  /** For an account in its first hours, and what it is told. */
  newcomer?: { points: number; seconds: number; told: string }
}

/** How many of an action are allowed in a window of seconds, for one key (an account or an address). */
const LIMITS = {
  loginByAccount: { points: 10, seconds: 15 * 60 },
  loginByAddress: { points: 60, seconds: 15 * 60 },
  failedLoginByAddress: { points: 5, seconds: 15 * 60 },
  failedLoginByAccount: { points: 5, seconds: 15 * 60 },
  registerByAddress: { points: 10, seconds: 60 * 60 },
  verifyByAddress: { points: 30, seconds: 15 * 60 },
  resendByAccount: { points: 4, seconds: 15 * 60 },
  /** Anybody can ask for a mail to any address: nobody's mailbox is filled all day. */
  resendByAccountADay: { points: 10, seconds: 24 * 60 * 60 },
  resendByAddress: { points: 20, seconds: 60 * 60 },
  resetByAccount: { points: 4, seconds: 15 * 60 },
  resetByAccountADay: { points: 10, seconds: 24 * 60 * 60 },
  resetByAddress: { points: 20, seconds: 60 * 60 },
  resetTokenByAddress: { points: 30, seconds: 15 * 60 },
  resetCodeByAccount: { points: 10, seconds: 15 * 60 },
  resetCodeByAddress: { points: 30, seconds: 15 * 60 },
  sessionByAccount: { points: 120, seconds: 60 },
  profileByAccount: { points: 30, seconds: 60 },
  visitByAccount: { points: 30, seconds: 60 * 60 },
  nearbyByAccount: { points: 60, seconds: 60 },
  conversationByAccount: {
    points: 15,
    seconds: 10 * 60,
    newcomer: {
      points: 10,
      seconds: 10 * 60,
      told: 'While your account is new, it can start only so many chats in a short time. Stay with one for a while, or come back in ten minutes.',
    },
  },
  startByAccount: { points: 30, seconds: 60 },
  orderByAccount: { points: 40, seconds: 60 * 60 },
  paymentByAccount: { points: 60, seconds: 60 },
  webhookByAddress: { points: 1200, seconds: 60 },
  launchByAddress: { points: 10, seconds: 60 * 60 },
  subscriptionByAccount: { points: 20, seconds: 60 * 60 },
  messageByAccount: {
    points: 40,
    seconds: 10,
    newcomer: {
      points: 30,
      seconds: 60,
      told: 'While your account is new, it can send only so many messages a minute. Please wait a moment, then try again.',
    },
  },
  typingByAccount: { points: 40, seconds: 10 },
  matchByAccount: { points: 60, seconds: 60 },
  blockByAccount: { points: 60, seconds: 60 * 60 },
  reportByAccount: {
    points: 20,
    seconds: 60 * 60,
    newcomer: {
      points: 5,
      seconds: 60 * 60,
      told: 'While your account is new, it can make only so many reports an hour. You can still block anybody; please report them later.',
    },
  },
  privacyByAccount: { points: 120, seconds: 60 },
  passwordCheckByAccount: { points: 10, seconds: 15 * 60 },
  exportDownloadByAccount: { points: 30, seconds: 60 * 60 },
  /** New streams and GraphQL subscriptions: several tabs, devices and a restart fit in, a reconnect loop does not. */
  streamByAccount: { points: 60, seconds: 60, perNode: true },
} as const satisfies Record<string, Limit>
export type LimitName = keyof typeof LIMITS

export interface RateLimits {
  /**
   * Counts one action. @throws ApiError RATE_LIMITED with the seconds to wait; NEW_ACCOUNT_LIMIT for a newcomer, where
   * newcomers have a limit of their own
   */
  consume(name: LimitName, key: string, newcomer?: boolean): Promise<void>
  /** Counts one action and lets it pass, however many there were. */
  count(name: LimitName, key: string): Promise<void>
  /** Counts nothing. @throws ApiError NEW_ACCOUNT_LIMIT when a newcomer has had theirs */
  assertNewcomer(name: LimitName, key: string): Promise<void>
  /** How much of the limit is used: above 1 when it was passed. */
  used(name: LimitName, key: string): Promise<number>
  /** Begins to count anew. */
  forget(name: LimitName, key: string): Promise<void>
}

/** `factor` multiplies every limit. With Redis the count is shared by all nodes; while it is away each node counts alone. */
export function createRateLimits({ redis, factor }: { redis: Redis | null; factor: number }): RateLimits {
  const limiters = new Map<LimitName, RateLimiterAbstract>()
  const newcomers = new Map<LimitName, { limiter: RateLimiterAbstract; told: string }>()

  function limiterOf(keyPrefix: string, { points, seconds, perNode }: Limit): RateLimiterAbstract {
    const options = { keyPrefix, points: Math.ceil(points * factor), duration: seconds }
    const memory = new RateLimiterMemory(options)
    return redis && !perNode
      ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory })
      : memory
  }
  for (const [name, limit] of Object.entries(LIMITS) as [LimitName, Limit][]) {
    limiters.set(name, limiterOf(`limit:${name}`, limit))
    const { newcomer } = limit
    if (newcomer)
      newcomers.set(name, { limiter: limiterOf(`limit:new:${name}`, newcomer), told: newcomer.told })
  }

  function limiter(name: LimitName): RateLimiterAbstract {
    const found = limiters.get(name)
    if (!found) throw new Error(`no rate limit is called ${name}`)
    return found
  }

  return {
    async consume(name, key, newcomer = false) {
      const own = newcomer ? newcomers.get(name) : undefined
      try {
        await (own?.limiter ?? limiter(name)).consume(key)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        throw refusal(error, own?.told)
      }
    },
    async count(name, key) {
      await Promise.all([limiter(name).penalty(key), newcomers.get(name)?.limiter.penalty(key)])
    },
    async assertNewcomer(name, key) {
      const own = newcomers.get(name)
      const state = await own?.limiter.get(key)
      if (own && state && state.consumedPoints >= own.limiter.points) throw refusal(state, own.told)
    },
    async used(name, key) {
      const state = await limiter(name).get(key)
      return (state?.consumedPoints ?? 0) / limiter(name).points
    },
    async forget(name, key) {
      await limiter(name).delete(key)
    },
  }
}

function refusal({ msBeforeNext }: RateLimiterRes, told: string | undefined): ApiError {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return told
    ? new ApiError('NEW_ACCOUNT_LIMIT', told, { retryAfterSeconds })
    : new ApiError('RATE_LIMITED', 'Too many requests. Please slow down.', { retryAfterSeconds })
}
