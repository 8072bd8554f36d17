import { expect } from 'vitest'

/** Taken before a test replaces it. */
const { setTimeout: schedule } = globalThis
/** The time between two attempts and the time until a test fails, in milliseconds. */
const INTERVAL = 20
const WITHIN = 60_000

/**
 * Resolves once the value equals what is expected. Fake timers stand still while it waits: with each attempt,
 * `expect.poll` and `vi.waitFor` move them on, by 50 ms.
 */
export async function whileTimeStands<Value>(read: () => Value | Promise<Value>, expected: unknown) {
  for (let attempt = 0; attempt < WITHIN / INTERVAL; attempt += 1) {
    try {
      expect(await read()).toEqual(expected)
      return
    } catch {
      await new Promise((resolve) => schedule(resolve, INTERVAL))
    }
  }
  expect(await read()).toEqual(expected)
}
