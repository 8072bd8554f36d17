import { AsyncLocalStorage } from 'node:async_hooks'

/** The state of one rate limit for one caller. */
export interface RateLimitUsage {
  policy: string
  /** How many actions the window allows. */
  quota: number
  windowSeconds: number
  remaining: number
  /** Seconds until the quota is full again. */
  resetSeconds: number
}

export interface RateLimitTracker {
  /** Runs the work. `closest` returns the consumed limit that is nearest to exhaustion. */
  run<Result>(work: (closest: () => RateLimitUsage | null) => Result): Result
  /** Records a consumed limit for the current work. Does nothing outside of `run`. */
  note(usage: RateLimitUsage): void
}

/**
 * Passes the limits that a request consumes from the domains to the transport that responds. An async context replaces a
 * parameter that every domain function would have to pass on.
 */
export function createRateLimitTracker(): RateLimitTracker {
  const storage = new AsyncLocalStorage<{ closest: RateLimitUsage | null }>()
  return {
    run(work) {
      const state: { closest: RateLimitUsage | null } = { closest: null }
      return storage.run(state, () => work(() => state.closest))
    },
    note(usage) {
      const state = storage.getStore()
      if (state && (state.closest === null || isCloser(usage, state.closest))) state.closest = usage
    },
  }
}

function isCloser(usage: RateLimitUsage, other: RateLimitUsage): boolean {
  const [left, otherLeft] = [usage.remaining / usage.quota, other.remaining / other.quota]
  return left < otherLeft || (left === otherLeft && usage.resetSeconds > other.resetSeconds)
}

/** Returns the header fields of draft-ietf-httpapi-ratelimit-headers: structured field lists with one item each. */
export function rateLimitHeaders(usage: RateLimitUsage): { 'RateLimit-Policy': string; RateLimit: string } {
  const { policy, quota, windowSeconds, remaining, resetSeconds } = usage
  return {
    'RateLimit-Policy': `"${policy}";q=${quota};w=${windowSeconds}`,
    RateLimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
  }
}
