import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { validate as isId } from 'uuid'
import { type Sentence, text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { addressKeyOf } from '#server/platform/http/network.ts'
import type { RedisCommands } from '#server/platform/redis/index.ts'
import type { RateLimitUsage } from './rate-limit-usage.ts'

export interface Limit {
  points: number
  seconds: number
  /** Each node counts alone, without Redis: for actions that cost only the node they happen on. */
  perNode?: boolean
  /** The stricter limit of new accounts, and the message of its refusal. */
  newAccount?: { points: number; seconds: number; message: Sentence }
}

/** How many actions a window of seconds allows, for one key (an account or an address). */
export const RATE_LIMITS = {
  /** The limits of a login: `accounts/login-limits.ts` explains how they work together. */
  loginByAddress: { points: 60, seconds: 15 * 60 },
  loginByAccountAndNetwork: { points: 10, seconds: 15 * 60 },
  loginByAccountAndDevice: { points: 10, seconds: 15 * 60 },
  provenLoginByAddress: { points: 120, seconds: 60 * 60 },
  provenLoginByAccountAndNetwork: { points: 20, seconds: 60 * 60 },
  /** Logins with the right password. Each costs as much as a wrong one: a hash, a session and a row of the sign-ins. */
  rightLoginByAccountAndDevice: { points: 30, seconds: 15 * 60 },
  /** Challenges for passkeys. A login page asks for one when it opens. */
  passkeyRequestByAddress: { points: 120, seconds: 15 * 60 },
  /** Passkeys cannot be guessed, so logins with one have no limit by account. */
  passkeyLoginByAddress: { points: 60, seconds: 15 * 60 },
  /** Above these, a login needs proof of work. They refuse nothing by themselves. */
  failedLoginByAddress: { points: 5, seconds: 15 * 60 },
  failedLoginByAccount: { points: 5, seconds: 15 * 60 },
  registerByAddress: { points: 10, seconds: 60 * 60 },
  verifyByAddress: { points: 30, seconds: 15 * 60 },
  /**
   * Strangers can request mails to any address. Within the first two limits every request is mailed; beyond them, one
   * request in 15 minutes. So a flood neither fills a mailbox nor keeps its owner from getting a link.
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
  /** Wrong reset codes for one account from one network. Beyond it, the message asks to request a new code. */
  resetCodeTry: { points: 5, seconds: 60 * 60 },
  resetCodeByAddress: { points: 30, seconds: 15 * 60 },
  sessionByAccount: { points: 120, seconds: 60 },
  profileByAccount: { points: 30, seconds: 60 },
  visitByAccount: { points: 30, seconds: 60 * 60 },
  nearbyByAccount: { points: 60, seconds: 60 },
  /** Moves to another cell of People Nearby. Beyond them, the stored position stays. */
  moveByAccount: { points: 6, seconds: 60 * 60 },
  moveByAccountADay: { points: 48, seconds: 24 * 60 * 60 },
  conversationByAccount: {
    points: 15,
    seconds: 10 * 60,
    newAccount: {
      points: 10,
      seconds: 10 * 60,
      message: text(
        'While your account is new, it can start only so many chats in a short time. Stay in one of your chats for a while, or come back in ten minutes.',
      ),
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
      message: text(
        'While your account is new, it can send only so many messages a minute. Please wait a moment, then try again.',
      ),
    },
  },
  readMessagesByAccount: { points: 120, seconds: 60 },
  typingByAccount: { points: 40, seconds: 10 },
  matchByAccount: { points: 60, seconds: 60 },
  eveningByAccount: { points: 60, seconds: 60 },
  keepByAccount: { points: 60, seconds: 60 },
  blockByAccount: { points: 60, seconds: 60 * 60 },
  reportByAccount: {
    points: 20,
    seconds: 60 * 60,
    newAccount: {
      points: 5,
      seconds: 60 * 60,
      message: text(
        'While your account is new, it can make only so many reports an hour. You can still block people. Please report them later.',
      ),
    },
  },
  bellByAccount: { points: 60, seconds: 60 },
  ringByAccount: { points: 30, seconds: 60 },
  pushByAccount: { points: 60, seconds: 60 },
  visibilityByAccount: { points: 120, seconds: 60 },
  privacyByAccount: { points: 120, seconds: 60 },
  passwordCheckByAccount: { points: 10, seconds: 15 * 60 },
  /** Codes of a second factor. Three in a million codes are right at any time. Needs the right password first. */
  factorAtLogin: { points: 5, seconds: 15 * 60 },
  factorAtLoginADay: { points: 30, seconds: 24 * 60 * 60 },
  /** Counts across changes of the password. Leaves the owner ten codes after they changed one that a stranger knew. */
  factorAtLoginByAccountADay: { points: 40, seconds: 24 * 60 * 60 },
  factorBySession: { points: 5, seconds: 15 * 60 },
  factorByAccount: { points: 20, seconds: 24 * 60 * 60 },
  exportDownloadByAccount: { points: 30, seconds: 60 * 60 },
  /** New streams and GraphQL subscriptions. Allows several tabs, devices and a restart, but no reconnect loop. */
  streamByAccount: { points: 60, seconds: 60, perNode: true },
  /** GraphQL operations. Each action has its own limit besides, and a client may use GraphQL for everything. */
  graphqlByAccount: { points: 600, seconds: 60 },
  /** GraphQL operations without a session, and sockets that were refused. */
  graphqlByAddress: { points: 120, seconds: 60 },
} as const satisfies Record<string, Limit>
export type LimitName = keyof typeof RATE_LIMITS

export interface RateLimits {
  /**
   * Counts one action. A new account counts towards the limit of new accounts, where there is one.
   * @throws ApiError RATE_LIMITED; NEW_ACCOUNT_LIMIT; both with the seconds to wait
   */
  consume(name: LimitName, key: string, isNewAccount?: boolean): Promise<void>
  /** Counts one action. Returns whether the limit still allowed it. */
  tryConsume(name: LimitName, key: string): Promise<boolean>
  /** Takes one action out of the count. */
  uncount(name: LimitName, key: string): Promise<void>
  /** Counts one action and never refuses it. */
  count(name: LimitName, key: string): Promise<void>
  /** Counts nothing. @throws ApiError NEW_ACCOUNT_LIMIT when the limit of new accounts is used up */
  assertNewAccountLimit(name: LimitName, key: string): Promise<void>
  /** Returns the used share of the limit: above 1 when it was exceeded. */
  used(name: LimitName, key: string): Promise<number>
  /** Resets the count. */
  forget(name: LimitName, key: string): Promise<void>
}

/** Returns the policy name in responses for the limit of new accounts. */
export const newAccountPolicy = (name: LimitName) => `${name}-new`

interface RateLimitOptions {
  redis: RedisCommands | null
  /** Multiplies every limit. */
  factor: number
  /** Returns what is stored instead of a key, which may be an address of a person. */
  hashKey?(key: string): string
  /** Receives what each consumption leaves, for the response. */
  note(usage: RateLimitUsage): void
  /** Called for each refused action. */
  onRefusal?(name: LimitName): void
}

/** Creates the limits. With Redis all nodes share a count; while Redis is unavailable each node counts alone. */
export function createRateLimits({
  redis,
  factor,
  hashKey = (key) => key,
  note,
  onRefusal = () => undefined,
}: RateLimitOptions): RateLimits {
  /**
   * Limits by address count by network, because one subscriber has all 2^64 addresses of a /64. The id of a member is no
   * address, so the message path pays for no hash.
   */
  const keyFor = (name: LimitName, key: string) =>
    isId(key) ? key : hashKey(name.endsWith('ByAddress') ? addressKeyOf(key) : key)
  const { limiterOf, newAccountLimiterOf } = createLimiters(redis, factor)
  return {
    async consume(name, key, isNewAccount = false) {
      const newAccount = isNewAccount ? newAccountLimiterOf(name) : undefined
      const limiter = newAccount?.limiter ?? limiterOf(name)
      const policy = newAccount ? newAccountPolicy(name) : name
      try {
        note(usageOf(policy, limiter, await limiter.consume(keyFor(name, key))))
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        const usage = usageOf(policy, limiter, error)
        note(usage)
        onRefusal(name)
        throw refusal(error, newAccount?.message, usage)
      }
    },
    async tryConsume(name, key) {
      try {
        // Not noted for the response: these counts must not reveal whether an account exists.
        await limiterOf(name).consume(keyFor(name, key))
        return true
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        return false
      }
    },
    async uncount(name, key) {
      await limiterOf(name).reward(keyFor(name, key))
    },
    async count(name, key) {
      const counted = keyFor(name, key)
      await Promise.all([
        limiterOf(name).penalty(counted),
        newAccountLimiterOf(name)?.limiter.penalty(counted),
      ])
    },
    async assertNewAccountLimit(name, key) {
      const newAccount = newAccountLimiterOf(name)
      const state = await newAccount?.limiter.get(keyFor(name, key))
      if (!newAccount || !state || state.consumedPoints < newAccount.limiter.points) return
      const usage = usageOf(newAccountPolicy(name), newAccount.limiter, state)
      note(usage)
      onRefusal(name)
      throw refusal(state, newAccount.message, usage)
    },
    async used(name, key) {
      const state = await limiterOf(name).get(keyFor(name, key))
      return (state?.consumedPoints ?? 0) / limiterOf(name).points
    },
    async forget(name, key) {
      await limiterOf(name).delete(keyFor(name, key))
    },
  }
}

function createLimiters(redis: RedisCommands | null, factor: number) {
  const limiters = new Map<LimitName, RateLimiterAbstract>()
  const newAccountLimiters = new Map<LimitName, { limiter: RateLimiterAbstract; message: Sentence }>()

  function create(keyPrefix: string, { points, seconds, perNode }: Limit): RateLimiterAbstract {
    const options = { keyPrefix, points: Math.ceil(points * factor), duration: seconds }
    const memory = new RateLimiterMemory(options)
    return redis && !perNode
      ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory })
      : memory
  }
  for (const [name, limit] of Object.entries(RATE_LIMITS) as [LimitName, Limit][]) {
    limiters.set(name, create(`limit:${name}`, limit))
    const { newAccount } = limit
    if (newAccount)
      newAccountLimiters.set(name, {
        limiter: create(`limit:new:${name}`, newAccount),
        message: newAccount.message,
      })
  }

  return {
    limiterOf(name: LimitName): RateLimiterAbstract {
      const found = limiters.get(name)
      if (!found) throw new Error(`no rate limit is called ${name}`)
      return found
    },
    newAccountLimiterOf: (name: LimitName) => newAccountLimiters.get(name),
  }
}

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
  newAccountMessage: Sentence | undefined,
  rateLimit: RateLimitUsage,
): ApiError {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return newAccountMessage
    ? new ApiError('NEW_ACCOUNT_LIMIT', newAccountMessage, { retryAfterSeconds, rateLimit })
    : new ApiError('RATE_LIMITED', text('Too many requests. Please slow down.'), {
        retryAfterSeconds,
        rateLimit,
      })
}
