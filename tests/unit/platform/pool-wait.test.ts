import { describe, expect, it } from 'vitest'
import { createPoolWait } from '#server/platform/overload/pool-wait.ts'

/** A pool whose connections are given by hand. */
function createPool() {
  const waiting: PromiseWithResolvers<{ release(): void }>[] = []
  let released = 0
  return {
    waitingCount: 0,
    connect() {
      const one = Promise.withResolvers<{ release(): void }>()
      waiting.push(one)
      return one.promise
    },
    async give() {
      const release = () => {
        released += 1
      }
      waiting.shift()?.resolve({ release })
      await new Promise(setImmediate)
    },
    async fail() {
      waiting.shift()?.reject(new Error('timeout exceeded when trying to connect'))
      await new Promise(setImmediate)
    },
    asked: () => waiting.length,
    released: () => released,
  }
}

function measured() {
  const pool = createPool()
  let now = 0
  const wait = createPoolWait(pool, () => now)
  const pass = (milliseconds: number) => {
    now += milliseconds
  }
  return { pool, wait, pass }
}

describe('the wait for a connection', () => {
  it('stays zero, and takes no connection, while no caller waits', () => {
    const { pool, wait } = measured()
    expect([wait(), wait(), pool.asked()]).toEqual([0, 0, 0])
  })

  it('grows while a connection does not come, and is then the time that it took', async () => {
    const { pool, wait, pass } = measured()
    pool.waitingCount = 3
    wait()
    pass(400)
    expect(wait()).toBe(400)
    pass(300)
    await pool.give()
    expect([wait(), pool.released()]).toEqual([700, 1])
  })

  it('asks for one connection at a time', () => {
    const { pool, wait } = measured()
    pool.waitingCount = 3
    for (let index = 0; index < 5; index += 1) wait()
    expect(pool.asked()).toBe(1)
  })

  it('counts the time until a failure', async () => {
    const { pool, wait, pass } = measured()
    pool.waitingCount = 1
    wait()
    pass(5_000)
    await pool.fail()
    expect(wait()).toBe(5_000)
  })

  it('returns to zero once no caller waits', async () => {
    const { pool, wait, pass } = measured()
    pool.waitingCount = 1
    wait()
    pass(900)
    await pool.give()
    pool.waitingCount = 0
    expect(wait()).toBe(0)
  })
})
