import type { Redis } from 'ioredis'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { ApiError } from '#server/platform/errors.ts'
import { addressKeyOf } from '#server/platform/http/network.ts'
import type { RateLimitUsage } from './rate-limit-usage.ts'

export interface Limit {
  points: number
  seconds: number
  /** Each node counts alone, without asking Redis: for what costs the node that it happens on. */
  perNode?: boolean
  /** For an account in its first hours, and what it is told. */
  newAccount?: { points: number; seconds: number; message: string }
}

/** How many of an action are allowed in a window of seconds, for one key (an account or an address). */
export const RATE_LIMITS = {
  /** The limits of a login: `accounts/login-limits.ts` explains how they work together. */
  loginByAddress: { points: 60, seconds: 15 * 60 },
  loginByAccountAndNetwork: { points: 10, seconds: 15 * 60 },
  loginByAccountAndDevice: { points: 10, seconds: 15 * 60 },
  provenLoginByAddress: { points: 120, seconds: 60 * 60 },
  provenLoginByAccountAndNetwork: { points: 20, seconds: 60 * 60 },
  /** Above these, a login needs proof of work; they refuse nothing by themselves. */
  failedLoginByAddress: { points: 5, seconds: 15 * 60 },
  failedLoginByAccount: { points: 5, seconds: 15 * 60 },
  registerByAddress: { points: 10, seconds: 60 * 60 },
  verifyByAddress: { points: 30, seconds: 15 * 60 },
  /**
   * Strangers can ask for mails to any address. Within the first two limits every request is mailed; beyond them one
   * request in 15 minutes is, so that a flood neither fills a mailbox nor keeps its owner from getting a link.
   */
  resendByAccount: { points: 4, seconds: 15 * 60 },
  resendByAccountADay: { points: 10, seconds: 24 * 60 * 60 },
  resendBeyondLimits: { points: 1, seconds: 15 * 60 },
  startOverByAccount: { points: 1, seconds: 15 * 60 },
  resendByAddress: { points: 20, seconds: 60 * 60 },
  resetByAccount: { points: 4, seconds: 15 * 60 },
  resetByAccountADay: { points: 10, seconds: 24 * 60 * 60 },
  resetBeyondLimits: { points: 1, seconds: 15 * 60 },
  resetByAddress: { points: 20, seconds: 60 * 60 },
  resetTokenByAddress: { points: 30, seconds: 15 * 60 },
  /** Wrong reset codes for one account from one network. Beyond it, the answer says to request a new code. */
  resetCodeTry: { points: 5, seconds: 60 * 60 },
  resetCodeByAddress: { points: 30, seconds: 15 * 60 },
  sessionByAccount: { points: 120, seconds: 60 },
  profileByAccount: { points: 30, seconds: 60 },
  visitByAccount: { points: 30, seconds: 60 * 60 },
  nearbyByAccount: { points: 60, seconds: 60 },
  conversationByAccount: {
    points: 15,
    seconds: 10 * 60,
    newAccount: {
      points: 10,
      seconds: 10 * 60,
      message: 'While your account is new, it can start only so many chats in a short time. Stay with one for a while, or come back in ten minutes.',
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
    newAccount: {
      points: 30,
      seconds: 60,
      message: 'While your account is new, it can send only so many messages a minute. Please wait a moment, then try again.',
    },
  },
  readMessagesByAccount: { points: 120, seconds: 60 },
  typingByAccount: { points: 40, seconds: 10 },
  matchByAccount: { points: 60, seconds: 60 },
  blockByAccount: { points: 60, seconds: 60 * 60 },
  reportByAccount: {
    points: 20,
    seconds: 60 * 60,
    newAccount: {
      points: 5,
      seconds: 60 * 60,
      message: 'While your account is new, it can make only so many reports an hour. You can still block anybody; please report them later.',
    },
  },
  privacyByAccount: { points: 120, seconds: 60 },
  passwordCheckByAccount: { points: 10, seconds: 15 * 60 },
  /** Codes of a second factor: three of a million are right at any time. Reached only with the right password. */
  factorAtLogin: { points: 5, seconds: 15 * 60 },
  factorAtLoginADay: { points: 30, seconds: 24 * 60 * 60 },
  factorBySession: { points: 5, seconds: 15 * 60 },
  factorByAccount: { points: 20, seconds: 24 * 60 * 60 },
  exportDownloadByAccount: { points: 30, seconds: 60 * 60 },
  /** New streams and GraphQL subscriptions: several tabs, devices and a restart fit in, a reconnect loop does not. */
  streamByAccount: { points: 60, seconds: 60, perNode: true },
  /** Operations over GraphQL: a client may do everything over it, and each action has its own limit besides. */
  graphqlByAccount: { points: 600, seconds: 60 },
  /** Operations without a session, and sockets that were refused one. */
  graphqlByAddress: { points: 120, seconds: 60 },
} as const satisfies Record<string, Limit>
export type LimitName = keyof typeof RATE_LIMITS

export interface RateLimits {
  /**
   * Counts one action. @throws ApiError RATE_LIMITED with the seconds to wait; NEW_ACCOUNT_LIMIT for a newcomer, where
   * newcomers have a limit of their own
   */
  consume(name: LimitName, key: string, newcomer?: boolean): Promise<void>
  /** Counts one action, and returns whether the limit still allowed it. */
  tryConsume(name: LimitName, key: string): Promise<boolean>
  /** Takes back one counted action. */
  uncount(name: LimitName, key: string): Promise<void>
  /** Counts one action and lets it pass, however many there were. */
  count(name: LimitName, key: string): Promise<void>
  /** Counts nothing. @throws ApiError NEW_ACCOUNT_LIMIT when a newcomer has had theirs */
  assertNewAccountLimit(name: LimitName, key: string): Promise<void>
  /** How much of the limit is used: above 1 when it was passed. */
  used(name: LimitName, key: string): Promise<number>
  /** Begins to count anew. */
  forget(name: LimitName, key: string): Promise<void>
}

/** The policy that a response names for the limit of accounts in their first hours. */
export const newAccountPolicy = (name: LimitName) => `${name}-new`

/**
 * `factor` multiplies every limit. With Redis the count is shared by all nodes; while it is away each node counts alone.
 * `note` receives what each consumption leaves, for the response.
 */
export function createRateLimits({
  redis,
  factor,
  note,
}: {
  redis: Redis | null
  factor: number
  note(usage: RateLimitUsage): void
}): RateLimits {
  const limiters = new Map<LimitName, RateLimiterAbstract>()
  const newcomers = new Map<LimitName, { limiter: RateLimiterAbstract; told: string }>()

  function limiterOf(keyPrefix: string, { points, seconds, perNode }: Limit): RateLimiterAbstract {
    const options = { keyPrefix, points: Math.ceil(points * factor), duration: seconds }
    const memory = new RateLimiterMemory(options)
    return redis && !perNode
      ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory })
      : memory
  }
  for (const [name, limit] of Object.entries(RATE_LIMITS) as [LimitName, Limit][]) {
    limiters.set(name, limiterOf(`limit:${name}`, limit))
    const { newAccount } = limit
    if (newAccount)
      newcomers.set(name, { limiter: limiterOf(`limit:new:${name}`, newAccount), told: newAccount.message })
  }

  function limiter(name: LimitName): RateLimiterAbstract {
    const found = limiters.get(name)
    if (!found) throw new Error(`no rate limit is called ${name}`)
    return found
  }

  return {
    async consume(name, key, newcomer = false) {
      const own = newcomer ? newcomers.get(name) : undefined
      const counted = own?.limiter ?? limiter(name)
      const policy = own ? newAccountPolicy(name) : name
      try {
        note(usageOf(policy, counted, await counted.consume(keyFor(name, key))))
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        const usage = usageOf(policy, counted, error)
        note(usage)
        throw refusal(error, own?.told, usage)
      }
    },
    async tryConsume(name, key) {
      try {
        // Not noted for the response: what is counted silently must not tell whether an account exists.
        await limiter(name).consume(keyFor(name, key))
        return true
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        return false
      }
    },
    async uncount(name, key) {
      await limiter(name).reward(keyFor(name, key))
    },
    async count(name, key) {
      const counted = keyFor(name, key)
      await Promise.all([limiter(name).penalty(counted), newcomers.get(name)?.limiter.penalty(counted)])
    },
    async assertNewAccountLimit(name, key) {
      const own = newcomers.get(name)
      const state = await own?.limiter.get(keyFor(name, key))
      if (!own || !state || state.consumedPoints < own.limiter.points) return
      const usage = usageOf(newAccountPolicy(name), own.limiter, state)
      note(usage)
      throw refusal(state, own.told, usage)
    },
    async used(name, key) {
      const state = await limiter(name).get(keyFor(name, key))
      return (state?.consumedPoints ?? 0) / limiter(name).points
    },
    async forget(name, key) {
      await limiter(name).delete(keyFor(name, key))
    },
  }
}

/** Limits by address count networks, because one subscriber holds the 2^64 addresses of a /64. */
const keyFor = (name: LimitName, key: string) => (name.endsWith('ByAddress') ? addressKeyOf(key) : key)

const usageOf = (
  policy: string,
  { points, duration }: RateLimiterAbstract,
  { remainingPoints, msBeforeNext }: RateLimiterRes,
): RateLimitUsage => ({
  policy,
  quota: points,
  windowSeconds: duration,
  remaining: Math.max(0, remainingPoints),
  resetSeconds: Math.max(0, Math.ceil(msBeforeNext / 1000)),
})

function refusal(
  { msBeforeNext }: RateLimiterRes,
  told: string | undefined,
  rateLimit: RateLimitUsage,
): ApiError {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return told
    ? new ApiError('NEW_ACCOUNT_LIMIT', told, { retryAfterSeconds, rateLimit })
    : new ApiError('RATE_LIMITED', 'Too many requests. Please slow down.', { retryAfterSeconds, rateLimit })
}
