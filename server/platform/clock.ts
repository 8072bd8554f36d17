/** Milliseconds since the epoch; tests pass a clock of their own. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
