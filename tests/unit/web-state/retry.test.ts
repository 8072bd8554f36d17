import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiFailure } from '#web/data/failure.ts'
import { isTemporary, retryUntilDone } from '#web/state/retry.ts'

const failure = (status: number, code: ApiFailure['code'] = 'INTERNAL') => new ApiFailure(status, code, 'No.')

describe('a failed request', () => {
  it.each([
    ['without an answer', failure(0, 'NETWORK'), true],
    ['with 408', failure(408), true],
    ['with 425', failure(425), true],
    ['with 429', failure(429), true],
    ['with 500', failure(500), true],
    ['with 503', failure(503), true],
    ['with the page of something in between', failure(200, 'UNREADABLE'), true],
    ['for another reason', new TypeError('fetch failed'), true],
    ['with an unreadable refusal', failure(400, 'UNREADABLE'), false],
    ['with 400', failure(400), false],
    ['with 404', failure(404), false],
    ['with 499', failure(499), false],
    ['with an answer that is readable', failure(200), false],
    ['because it was given up', new DOMException('aborted', 'AbortError'), false],
  ])('may succeed later %s: %s', (_, error, isWorthIt) => {
    expect(isTemporary(error)).toBe(isWorthIt)
  })
})

describe('a repeated attempt', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const passing = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
  function start(attempt: (signal: AbortSignal) => Promise<unknown>) {
    const warned = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const tries = vi.fn(attempt)
    const onEnd = vi.fn()
    return { tries, onEnd, warned, retry: retryUntilDone('Saving', tries, onEnd) }
  }

  it('ends with its first success', async () => {
    const { tries, onEnd, retry, warned } = start(async () => 1)
    await retry.firstAttempt
    await passing(60_000)
    expect([tries.mock.calls.length, onEnd.mock.calls.length, warned.mock.calls.length]).toEqual([1, 1, 0])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('pauses for 1, 2, 4, 8 and then 15 seconds, and logs each failure under its name', async () => {
    const error = failure(503)
    const { tries, onEnd, warned } = start(() => Promise.reject(error))
    await passing(0)
    expect(tries).toHaveBeenCalledTimes(1)
    let count = 1
    for (const wait of [1_000, 2_000, 4_000, 8_000, 15_000, 15_000]) {
      await passing(wait - 1)
      expect(tries).toHaveBeenCalledTimes(count)
      await passing(1)
      count += 1
      expect(tries).toHaveBeenCalledTimes(count)
    }
    expect(warned.mock.calls[0]).toEqual(['Saving failed', error])
    expect(warned).toHaveBeenCalledTimes(count)
    expect(onEnd).not.toHaveBeenCalled()
  })

  it('ends when the server refuses it permanently', async () => {
    const { tries, onEnd, warned } = start(() => Promise.reject(failure(403)))
    await passing(60_000)
    expect([tries.mock.calls.length, onEnd.mock.calls.length, warned.mock.calls.length]).toEqual([1, 1, 1])
  })

  it('times out after 15 s without an answer, and is repeated', async () => {
    const { tries } = start(
      (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    )
    await passing(15_999)
    expect(tries).toHaveBeenCalledTimes(1)
    await passing(1)
    expect(tries).toHaveBeenCalledTimes(2)
  })

  it('does not repeat once it was stopped, before or during the pause', async () => {
    const paused = start(() => Promise.reject(failure(503)))
    await passing(0)
    paused.retry.stop()
    let fail: (error: Error) => void = () => undefined
    const asked = start(
      () =>
        new Promise((_, reject) => {
          fail = reject
        }),
    )
    asked.retry.stop()
    asked.warned.mockClear()
    fail(failure(503))
    await passing(60_000)
    expect([paused.tries.mock.calls.length, asked.tries.mock.calls.length]).toEqual([1, 1])
    expect(asked.warned).not.toHaveBeenCalled()
    expect([paused.onEnd.mock.calls.length, asked.onEnd.mock.calls.length]).toEqual([0, 0])
  })

  it('does not report an end after the stop', async () => {
    let succeed: (value: unknown) => void = () => undefined
    const { retry, onEnd } = start(
      () =>
        new Promise((resolve) => {
          succeed = resolve
        }),
    )
    retry.stop()
    succeed(1)
    await retry.firstAttempt
    expect(onEnd).not.toHaveBeenCalled()
  })
})
