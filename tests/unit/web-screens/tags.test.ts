import { describe, expect, it } from 'vitest'
import { interestKey } from '#schema/interests.ts'
import { completesInterest, suggestInterests } from '#web/screens/forms/suggest-interests.ts'
import { splitTags, withTags } from '#web/ui/split-tags.ts'

describe('a list that is typed or pasted', () => {
  it.each([
    ['chess, jazz', ['chess', 'jazz']],
    ['chess ,, jazz ,', ['chess', 'jazz']],
    ['chess\r\njazz\tnight trains', ['chess', 'jazz', 'night trains']],
    ['囲碁、将棋', ['囲碁', '将棋']],
    [' , ', []],
  ])('%j is split into its tags, without the space around them', (text, tags) => {
    expect(splitTags(text)).toEqual(tags)
  })

  it('adds each interest once, in its first spelling, and ignores case and width', () => {
    expect(withTags(['Jazz'], ['JAZZ', 'Ｊａｚｚ', 'chess', 'Chess '], interestKey)).toEqual([
      'Jazz',
      'chess',
    ])
  })
})

describe('suggestions', () => {
  it('begin with the interests that begin with what is typed, then those with a word that does', () => {
    expect(suggestInterests('jaz', [])[0]).toBe('Jazz')
    const found = suggestInterests('art', [])
    const ranks = found.map((one) => (/^art/i.test(one) ? 0 : / art/i.test(one) ? 1 : 2))
    expect(ranks).toEqual(ranks.toSorted())
    expect(new Set(ranks).size).toBeGreaterThan(1)
  })

  it('leave out what was chosen in another case', () => {
    expect(suggestInterests('jazz', ['JAZZ'])).not.toContain('Jazz')
  })

  it.each([
    ['jaz', 'Jazz', true],
    ['JAZ', 'Jazz', true],
    ['jazz', 'Jazz', false],
    ['ja', 'Jazz', false],
    ['art', 'Art history', false],
    ['azz', 'Jazz', false],
  ])('after %j, Enter takes the suggestion %j: %j', (typed, suggestion, taken) => {
    expect(completesInterest(typed, suggestion)).toBe(taken)
  })
})
