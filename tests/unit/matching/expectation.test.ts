import { describe, expect, it } from 'vitest'
import { expectationAt } from '#server/domains/matching/waits/expectation.ts'
import type { HourCounts } from '#server/domains/matching/waits/read-waits.ts'

const NINE = 9
const NONE: HourCounts = {
  members: 0n,
  found_within_1: 0,
  found_within_5: 0,
  found_within_15: 0,
  left_within_1: 0,
  left_within_5: 0,
  left_within_15: 0,
  longer: 0,
}
const members = (count: number, from = 0) => ((1n << BigInt(count)) - 1n) << BigInt(from)
const crowd = (counts: Partial<HourCounts>): HourCounts => ({ ...NONE, members: members(30), ...counts })
const at = (hours: Record<number, HourCounts>, hour = NINE) =>
  expectationAt(new Map(Object.entries(hours).map(([key, counts]) => [Number(key), counts])), hour)
const within = (counts: Partial<HourCounts>) => at({ [NINE]: crowd(counts) })?.within

describe('expectationAt', () => {
  // covers: beyond-expected-wait
  it.each([
    ['1 minute', 1, { found_within_1: 60, found_within_5: 40 }],
    ['5 minutes', 5, { found_within_1: 40, found_within_5: 30, longer: 30 }],
    ['15 minutes', 15, { found_within_1: 20, found_within_5: 20, found_within_15: 20, longer: 40 }],
    ['no mark, where half wait longer', null, { found_within_1: 50, longer: 50 }],
  ])('returns %s when more than half find a partner by then', (_, mark, counts) => {
    expect(within(counts)).toBe(mark)
  })

  it('counts a search that was given up for half of the time in which it ended', () => {
    // Of 80 searches, 40 found a partner. Half of the 40 that gave up in this time count: 40 of 60.
    expect(within({ found_within_1: 40, left_within_1: 40 })).toBe(1)
    // Those who gave up later were still searching when the first minute ended.
    expect(within({ found_within_1: 40, left_within_5: 40, longer: 40 })).toBe(null)
  })

  it('does not count a search that was given up early as one that found a partner', () => {
    expect(within({ found_within_5: 10, left_within_1: 200, longer: 20 })).toBe(null)
  })

  it('does not call exactly half most', () => {
    expect(within({ found_within_1: 30, found_within_5: 1, longer: 30 })).toBe(null)
    expect(within({ found_within_1: 32, longer: 30 })).toBe(1)
  })

  // covers: beyond-expected-wait-suppressed
  it('knows nothing for fewer than 20 different members, however often they searched', () => {
    const often = { found_within_1: 500 }
    expect(at({ [NINE]: { ...NONE, ...often, members: members(19) } })).toBe(null)
    expect(at({ [NINE]: { ...NONE, ...often, members: members(20) } })).toMatchObject({ within: 1 })
  })

  it('counts a member who searched in several hours once', () => {
    const hour = { ...NONE, found_within_1: 50, members: members(15) }
    expect(at({ 8: hour, 9: hour, 10: hour })).toBe(null)
    expect(at({ 8: hour, 9: { ...hour, members: members(15, 10) } })).toMatchObject({ within: 1 })
  })

  it('takes the hours before and after into account, around the end of the week too', () => {
    const quiet = crowd({ longer: 20 })
    const busy = crowd({ found_within_1: 100 })
    expect(at({ 9: quiet, 10: busy })?.within).toBe(1)
    expect(at({ 9: quiet, 11: busy })?.within).toBe(null)
    expect(at({ 0: quiet, 167: busy }, 0)?.within).toBe(1)
  })

  it('takes the same hours of other days where one day has too few members', () => {
    const few = { ...NONE, found_within_1: 20, members: members(10) }
    const others = { ...NONE, found_within_5: 30, members: members(15, 10) }
    expect(at({ [NINE]: few, [NINE + 48]: others })?.within).toBe(5)
    expect(at({ [NINE]: few, [NINE + 24 * 6 + 1]: others })?.within).toBe(5)
  })

  it('names the best hour of the day where most wait long', () => {
    const hours = { [NINE]: crowd({ longer: 50 }), 20: crowd({ found_within_15: 60, longer: 20 }) }
    // The window of three hours reaches its best share as soon as it has the twentieth hour.
    expect(at(hours)).toMatchObject({ within: null, betterIn: 10 })
    expect(at({ [NINE]: crowd({ longer: 50 }), 20: crowd({ longer: 50 }) })).toMatchObject({ betterIn: null })
    expect(at({ ...hours, [NINE]: crowd({ found_within_1: 60 }) })).toMatchObject({ betterIn: null })
  })
})
