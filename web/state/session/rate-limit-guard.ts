import { TIMING } from '#schema/limits.ts'

export interface RateLimitGuard {
  /** Counts one refusal; true at the fifth within half a minute. */
  refused(): boolean
  reset(): void
}

export function createRateLimitGuard(now: () => number): RateLimitGuard {
  let times: number[] = []
  return {
    refused() {
      times = [...times.filter((time) => time > now() - TIMING.rateLimitWindow), now()]
      return times.length >= TIMING.rateLimitErrors
    },
    reset() {
      times = []
    },
  }
}
