import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createInFlight } from '#server/platform/background/in-flight.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Returns whether the promise has resolved once the microtasks so far have run. */
async function hasSettled(promise: Promise<unknown>) {
  let settled = false
  void promise.then(() => {
    settled = true
  })
  await vi.advanceTimersByTimeAsync(0)
  return settled
}

describe('background work', () => {
  it('delays the end until all of it has ended, also when some of it fails', async () => {
    const inFlight = createInFlight()
    const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    const tracked = [inFlight.track(first.promise), inFlight.track(second.promise)]
    const settled = inFlight.settled(60_000)
    first.reject(new Error('lost'))
    await expect(tracked[0]).rejects.toThrow('lost')
    expect(await hasSettled(settled)).toBe(false)
    second.resolve('done')
    expect(await tracked[1]).toBe('done')
    expect(await hasSettled(settled)).toBe(true)
  })

  it('does not delay the end for longer than the timeout', async () => {
    const inFlight = createInFlight()
    void inFlight.track(new Promise(() => undefined))
    const settled = inFlight.settled(3_000)
    await vi.advanceTimersByTimeAsync(2_999)
    expect(await hasSettled(settled)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await hasSettled(settled)).toBe(true)
  })
})
