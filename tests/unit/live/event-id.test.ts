import { describe, expect, it } from 'vitest'
import { compareEventIds, formatEventId, isAfter, parseEventId } from '#server/domains/live/event-id.ts'

describe('the id of an event', () => {
  it.each(['0-0', '1700000000000-12', '9007199254740991-9007199254740991'])(
    'can be read and written: %s',
    (id) => {
      const parsed = parseEventId(id)
      expect(parsed && formatEventId(parsed)).toBe(id)
    },
  )

  it.each([
    '',
    '1',
    '1-',
    '-1',
    '1-2-3',
    'a-1',
    '1-a',
    ' 1-2',
    '1-2 ',
    '+1-2',
    `${'1'.repeat(17)}-1`,
    `1-${'1'.repeat(17)}`,
  ])('fails when it is invalid: %j', (text) => expect(parseEventId(text)).toBeNull())

  it.each([
    ['2-0', '1-9', true],
    ['1-9', '2-0', false],
    ['1-10', '1-9', true],
    ['1-9', '1-10', false],
    ['1-1', '1-1', false],
    ['nonsense', '0-0', false],
    ['1-1', 'nonsense', false],
    ['nonsense', 'nonsense', false],
  ])('tells which event came later: %s after %s: %s', (id, other, isLater) => {
    expect(isAfter(id, other)).toBe(isLater)
  })

  it('sorts by its time, then by its sequence', () => {
    const ids = ['2-1', '1-2', '10-0', '1-10', '1-1'].flatMap((id) => parseEventId(id) ?? [])
    expect(ids.toSorted(compareEventIds).map(formatEventId)).toEqual(['1-1', '1-2', '1-10', '2-1', '10-0'])
  })
})
