import type { Middleware } from 'koa'
import { type RateLimitTracker, rateLimitHeaders } from '#server/platform/rate-limits/rate-limit-usage.ts'

/** Tells the caller, in every answer of a limited call, how much is left of the limit nearest to exhaustion. */
export const presentRateLimits =
  (tracker: RateLimitTracker): Middleware =>
  (ctx, next) =>
    tracker.run(async (closest) => {
      await next()
      const usage = closest()
      if (usage) ctx.set(rateLimitHeaders(usage))
    })
