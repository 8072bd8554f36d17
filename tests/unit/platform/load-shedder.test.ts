import { describe, expect, it } from 'vitest'
import { createLoadShedder, type Importance } from '#server/platform/overload/load-shedder.ts'
import type { PressureLevel } from '#server/platform/overload/pressure.ts'

const IMPORTANCES: readonly Importance[] = ['deferrable', 'normal', 'vital']
const LEVELS: readonly PressureLevel[] = [0, 1, 2, 3]

describe('shedding load', () => {
  it('refuses lists first and chat last', () => {
    const admitted = LEVELS.map((level) => {
      const shedder = createLoadShedder({ level: () => level })
      return IMPORTANCES.filter((importance) => shedder.enter(importance))
    })
    expect(admitted).toEqual([['deferrable', 'normal', 'vital'], ['normal', 'vital'], ['vital'], []])
  })

  it.for(IMPORTANCES)('limits how many %s requests are in progress, and no others', (importance) => {
    const limits = { vital: 2, normal: 2, deferrable: 2 }
    const shedder = createLoadShedder({ level: () => 0, limits })
    expect([1, 2, 3].map(() => shedder.enter(importance))).toEqual([true, true, false])
    const others = IMPORTANCES.filter((one) => one !== importance)
    expect(others.map((one) => shedder.enter(one))).toEqual([true, true])
    shedder.leave(importance)
    expect([1, 2].map(() => shedder.enter(importance))).toEqual([true, false])
  })
})
