/** A worker that ends sooner after its start has failed to start. In milliseconds. */
const SHORT_LIFE = 10_000
/** How many such ends in a row end the whole server. */
const MAX_SHORT_LIVES = 6
const FIRST_DELAY = 250
const MAX_DELAY = 10_000

export interface Restarts {
  /** Returns how long to wait before the next start, in milliseconds; null to give up. */
  after(lifetime: number): number | null
}

/** Decides when a worker that ended is started again: at once after a long life, later and later after short ones. */
export function createRestarts(): Restarts {
  let shortLives = 0
  return {
    after(lifetime) {
      if (lifetime >= SHORT_LIFE) {
        shortLives = 0
        return 0
      }
      shortLives += 1
      if (shortLives >= MAX_SHORT_LIVES) return null
      return Math.min(FIRST_DELAY * 2 ** (shortLives - 1), MAX_DELAY)
    },
  }
}
