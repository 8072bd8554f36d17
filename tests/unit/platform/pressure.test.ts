import { describe, expect, it } from 'vitest'
import { createPressure } from '#server/platform/overload/pressure.ts'

/** Takes a sample for each of the measurements, and returns the level after each. */
function levelsOf(samples: { loopDelay?: number; poolWait?: number }[]) {
  let current: { loopDelay?: number; poolWait?: number } = {}
  const changes: number[] = []
  const pressure = createPressure({
    loopDelay: () => current.loopDelay ?? 0,
    poolWait: () => current.poolWait ?? 0,
    onChange: (level) => changes.push(level),
  })
  const levels = samples.map((sample) => {
    current = sample
    pressure.sample()
    return pressure.level()
  })
  return { levels, changes }
}

describe('the pressure on a node', () => {
  it('rises with the delay of the event loop', () => {
    const delays = [0, 199, 200, 599, 600, 1_499, 1_500]
    expect(levelsOf(delays.map((loopDelay) => ({ loopDelay }))).levels).toEqual([0, 0, 1, 1, 2, 2, 3])
  })

  it('rises with the wait for a connection of the pool', () => {
    const waits = [0, 499, 500, 1_499, 1_500, 2_999, 3_000]
    expect(levelsOf(waits.map((poolWait) => ({ poolWait }))).levels).toEqual([0, 0, 1, 1, 2, 2, 3])
  })

  it('equals that of the worse of the two', () => {
    expect(levelsOf([{ loopDelay: 200, poolWait: 3_000 }]).levels).toEqual([3])
  })

  it('falls a step at a time, after two calmer samples each', () => {
    const calm = Array.from({ length: 6 }, () => ({}))
    expect(levelsOf([{ loopDelay: 1_500 }, ...calm])).toEqual({
      levels: [3, 3, 2, 2, 1, 1, 0],
      changes: [3, 2, 1, 0],
    })
  })

  it('does not fall between two samples that are as bad', () => {
    expect(levelsOf([{ loopDelay: 200 }, {}, { loopDelay: 200 }, {}, { loopDelay: 200 }]).levels).toEqual([
      1, 1, 1, 1, 1,
    ])
  })
})
