import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSessionSweep } from '#server/domains/live/index.ts'
import { testPlatform } from '../../kit/test-platform.ts'

const EVERY = 45_000

/** A node with these open streams, as member and session. */
function setUp(open: readonly (readonly [string, string])[], hasEnded: (key: string) => boolean) {
  const asked: string[][] = []
  const ended: unknown[] = []
  const errors: unknown[] = []
  let failure: Error | null = null
  const live = {
    openSessions: () => open.map(([userId, sessionKey]) => ({ userId, sessionKey })),
    endSessions: async (userId: string, keys: readonly string[]) => void ended.push([userId, ...keys]),
  }
  const accounts = {
    async filterEndedSessions(keys: readonly string[]) {
      asked.push([...keys])
      if (failure) throw failure
      return keys.filter(hasEnded)
    },
  }
  const platform = testPlatform({ onFailure: (error) => errors.push(error) })
  const sweep = createSessionSweep(platform, { live, accounts })
  return {
    sweep,
    asked,
    ended,
    errors,
    fail(error: Error | null) {
      failure = error
    },
  }
}

describe('the sweep for streams of expired sessions', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('ends the streams of ended sessions, and checks a session with several streams once', async () => {
    const open = [
      ['ann', 'phone'],
      ['ann', 'phone'],
      ['ann', 'laptop'],
      ['ben', 'tablet'],
    ] as const
    const { sweep, asked, ended } = setUp(open, (key) => key !== 'laptop')
    await sweep.sweep()
    expect(asked).toEqual([['phone', 'laptop', 'tablet']])
    expect(ended).toEqual([
      ['ann', 'phone'],
      ['ben', 'tablet'],
    ])
  })

  it('ignores a session without a stream on the node', async () => {
    const { sweep, ended } = setUp([['ann', 'phone']], () => true)
    const other = createSessionSweep(testPlatform(), {
      live: {
        openSessions: () => [{ userId: 'ann', sessionKey: 'phone' }],
        endSessions: async (userId, keys) => void ended.push([userId, ...keys]),
      },
      accounts: { filterEndedSessions: async () => ['of another node'] },
    })
    await other.sweep()
    expect(ended).toEqual([])
    await sweep.sweep()
    expect(ended).toHaveLength(1)
  })

  it('checks 500 sessions at a time', async () => {
    const open = Array.from({ length: 1_001 }, (_, index) => ['ann', `key-${index}`] as const)
    const { sweep, asked, ended } = setUp(open, (key) => key === 'key-1000')
    await sweep.sweep()
    expect(asked.map((keys) => keys.length)).toEqual([500, 500, 1])
    expect([asked[1]?.[0], asked[2]?.[0]]).toEqual(['key-500', 'key-1000'])
    expect(ended).toEqual([['ann', 'key-1000']])
  })

  it('checks nothing while no stream is open', async () => {
    const { sweep, asked } = setUp([], () => true)
    await sweep.sweep()
    expect(asked).toEqual([])
  })

  it('serves simultaneous callers at once, and is repeated after a failure', async () => {
    const { sweep, asked, errors, ended, fail } = setUp([['ann', 'phone']], () => true)
    const failure = new Error('the database is away')
    fail(failure)
    await Promise.all([sweep.sweep(), sweep.sweep()])
    expect([asked.length, errors]).toEqual([1, [failure]])
    fail(null)
    await sweep.sweep()
    expect([asked.length, ended.length]).toEqual([2, 1])
  })

  it('runs every 45 s from its start until its end', async () => {
    const { sweep, asked } = setUp([['ann', 'phone']], () => false)
    sweep.start()
    await vi.advanceTimersByTimeAsync(EVERY - 1)
    expect(asked).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(EVERY)
    expect(asked).toHaveLength(2)
    await sweep[Symbol.asyncDispose]()
    await vi.advanceTimersByTimeAsync(3 * EVERY)
    expect(asked).toHaveLength(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('does not keep the process alive', async () => {
    vi.useRealTimers()
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const { sweep } = setUp([['ann', 'phone']], () => false)
    const before = timers()
    sweep.start()
    expect(timers()).toBe(before)
    await sweep[Symbol.asyncDispose]()
  })

  it('stops between two portions when the node stops, and waits for the running one', async () => {
    const asked: number[] = []
    let answer: (keys: string[]) => void = () => undefined
    const sweep = createSessionSweep(testPlatform(), {
      live: {
        openSessions: () =>
          Array.from({ length: 1_000 }, (_, index) => ({ userId: 'ann', sessionKey: `key-${index}` })),
        endSessions: async () => undefined,
      },
      accounts: {
        filterEndedSessions: (keys) => {
          asked.push(keys.length)
          return new Promise((resolve) => {
            answer = resolve
          })
        },
      },
    })
    void sweep.sweep()
    let isOver = false
    const over = sweep[Symbol.asyncDispose]().then(() => {
      isOver = true
    })
    await vi.advanceTimersByTimeAsync(0)
    expect(isOver).toBe(false)
    answer([])
    await over
    expect(asked).toEqual([500])
  })
})
