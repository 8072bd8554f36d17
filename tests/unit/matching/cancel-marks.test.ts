import { beforeEach, describe, expect, it } from 'vitest'
import { type CancelMarks, createCancelMarks } from '#server/domains/matching/memory-cancel-marks.ts'
import { createTestClock, type TestClock } from '../../kit/clock.ts'

const FIVE_MINUTES = 5 * 60_000
const started = { pairId: 'pair', starterId: 'ann', partnerId: 'ben' }
const poll = (mark: string | null) => ({ mark, searchId: null })

let clock: TestClock
let marks: CancelMarks
beforeEach(() => {
  clock = createTestClock()
  marks = createCancelMarks({ clock })
})

describe('the mark of an ended search', () => {
  it('changes each time, belongs to one member, and expires after five minutes', () => {
    expect(marks.of('ann')).toBeNull()
    marks.set('ann', {})
    const first = marks.of('ann')
    expect(first).toBe('1')
    expect(marks.of('ben')).toBeNull()
    marks.set('ben', {})
    marks.set('ann', {})
    expect([marks.of('ben'), marks.of('ann')]).toEqual(['2', '3'])
    clock.advance(FIVE_MINUTES - 1)
    expect(marks.of('ann')).toBe('3')
    clock.advance(1)
    expect(marks.of('ann')).toBeNull()
    marks.set('cleo', {})
    expect([marks.of('ann'), marks.of('cleo')]).toEqual([null, '4'])
  })

  it('overtakes a poll that began before it, and none that began after it', () => {
    expect(marks.overtakes('ann', poll(null))).toBeNull()
    marks.set('ann', {})
    expect(marks.overtakes('ann', poll(null))).toEqual({ started: null })
    expect(marks.overtakes('ann', poll(marks.of('ann')))).toBeNull()
    marks.set('ann', { started })
    expect(marks.overtakes('ann', poll('1'))).toEqual({ started })
    clock.advance(FIVE_MINUTES)
    expect(marks.overtakes('ann', poll('1'))).toBeNull()
  })

  it('forgets a matching started pair, and remains', () => {
    marks.set('ann', { started })
    marks.forgetStarted('ann', () => false)
    expect(marks.overtakes('ann', poll(null))).toEqual({ started })
    marks.forgetStarted('ann', ({ pairId }) => pairId === 'pair')
    expect(marks.overtakes('ann', poll(null))).toEqual({ started: null })
    marks.forgetStarted('ann', () => true)
    marks.forgetStarted('unknown', () => true)
    expect(marks.overtakes('unknown', poll(null))).toBeNull()
  })
})

describe('a search that was cancelled by its id', () => {
  it('stays known with the last sixteen of its member, for five minutes after the last', () => {
    const ids = Array.from({ length: 17 }, (_, index) => `search ${index}`)
    for (const searchId of ids) {
      marks.set('ann', { searchId })
      marks.set('ann', {})
    }
    expect(ids.filter((id) => marks.cancelled('ann', id))).toEqual(ids.slice(1))
    expect(marks.cancelled('ann', null)).toBe(false)
    expect(marks.cancelled('ben', 'search 3')).toBe(false)
    expect(marks.cancelled('ann', 'Stryker was here')).toBe(false)
    clock.advance(FIVE_MINUTES)
    expect(marks.cancelled('ann', 'search 3')).toBe(false)
    marks.set('ann', {})
    expect(marks.cancelled('ann', 'search 3')).toBe(false)
  })
})
