import type { Clock } from '#server/platform/clock.ts'

/** A clock that the test advances. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void
}

/** Creates a clock that stands at this second of the real time, which the database and Redis of a test read too. */
export function createTestClock(start = Math.floor(Date.now() / 1_000) * 1_000): TestClock {
  let now = start
  return {
    now: () => now,
    advance(milliseconds) {
      now += milliseconds
    },
  }
}
