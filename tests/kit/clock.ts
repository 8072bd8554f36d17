import type { Clock } from '#server/platform/clock.ts'

/** A clock that the test advances. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void
}

export function createTestClock(start = Date.UTC(2026, 10, 20, 12)): TestClock {
  let now = start
  return {
    now: () => now,
    advance(milliseconds) {
      now += milliseconds
    },
  }
}
