import { describe, expect, it } from 'vitest'
import { createEventQueue } from '../../bench/simulate/event-queue.ts'
import { createGroupCommit } from '../../bench/simulate/group-commit.ts'
import { createDraw } from '../../bench/simulate/random.ts'
import { createStation } from '../../bench/simulate/station.ts'
import { createRandom } from '../../kit/waiting-times.ts'

const JOBS = 200_000

/** Returns the mean time that jobs spend in a station, and its load, with Poisson arrivals at this mean distance. */
function observe(
  servers: number,
  between: number,
  serviceTime: (draw: ReturnType<typeof createDraw>) => number,
) {
  const draw = createDraw(createRandom(7))
  const station = createStation(servers)
  let at = 0
  let total = 0
  for (let job = 0; job < JOBS; job += 1) {
    at += draw.exponential(between)
    total += station.serve(at, serviceTime(draw)) - at
  }
  return { mean: total / JOBS, load: station.busy / at / servers }
}

const isNear = (value: number, expected: number) => expect(Math.abs(value / expected - 1)).toBeLessThan(0.03)

describe('a station of the simulation', () => {
  it('shows the mean time in the system of M/M/1', () => {
    const { mean, load } = observe(1, 1, (draw) => draw.exponential(0.7))
    isNear(load, 0.7)
    isNear(mean, 0.7 / (1 - 0.7))
  })

  it('shows the mean time in the system of M/D/1', () => {
    const { mean } = observe(1, 1, () => 0.7)
    isNear(mean, 0.7 + (0.7 * 0.7) / (2 * (1 - 0.7)))
  })

  it('shows the mean time in the system of M/M/2', () => {
    const { mean } = observe(2, 1, (draw) => draw.exponential(1.4))
    isNear(mean, 1.4 / (1 - 0.7 ** 2))
  })
})

describe('the group commit of the simulation', () => {
  it('lets all who wait during a flush share the next one', () => {
    const log = createGroupCommit(10)
    expect([0, 1, 9, 10, 11, 40].map((at) => log.join(at))).toEqual([10, 20, 20, 20, 30, 50])
    expect(log.flushes).toBe(4)
  })
})

describe('the event queue of the simulation', () => {
  it('returns events by their time, and those of one time in the order of adding', () => {
    const queue = createEventQueue<string>()
    for (const [at, event] of [
      [2, 'c'],
      [1, 'a'],
      [2, 'd'],
      [1, 'b'],
    ] as const)
      queue.add(at, event)
    const order = Array.from({ length: 4 }, () => queue.next()?.event)
    expect(order).toEqual(['a', 'b', 'c', 'd'])
    expect(queue.next()).toBeUndefined()
  })
})

describe('a draw of the simulation', () => {
  it('follows the mean of its distribution', () => {
    const draw = createDraw(createRandom(3))
    const mean = (next: () => number) =>
      Array.from({ length: JOBS }, next).reduce((sum, one) => sum + one) / JOBS
    isNear(
      mean(() => draw.exponential(5)),
      5,
    )
    isNear(
      mean(() => draw.logNormal(300, 0.5)),
      300 * Math.exp(0.5 ** 2 / 2),
    )
  })
})
