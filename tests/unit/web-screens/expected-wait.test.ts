import { describe, expect, it } from 'vitest'
import { waitSentence } from '../../../web/screens/shared/wishes/wait-sentence.ts'

const expected = (changes: Partial<Parameters<typeof waitSentence>[0]>) => ({
  interest: 'Jazz',
  withinMinutes: null,
  betterAt: null,
  ...changes,
})

describe('waitSentence', () => {
  // covers: beyond-expected-wait-screen
  it.each([
    [1, 'Most people who like Jazz find someone within a minute at this hour.'],
    [5, 'Most people who like Jazz find someone within 5 minutes at this hour.'],
    [null, 'Most people who like Jazz wait a long time at this hour.'],
  ])('says what to expect where most find a partner within %s', (withinMinutes, sentence) => {
    expect(waitSentence(expected({ withinMinutes }), false)).toBe(sentence)
  })

  it('names a better hour in the time of the member', () => {
    const betterAt = new Date(2020, 0, 5, 21).toISOString()
    expect(waitSentence(expected({ betterAt }), false).replace(/\s/g, ' ')).toBe(
      'Most people who like Jazz wait a long time at this hour. Around 9:00 PM, it is faster.',
    )
  })

  it('says that a search takes longer than usual, where the usual time is known', () => {
    expect(waitSentence(expected({ withinMinutes: 5 }), true)).toBe(
      'This search is taking longer than usual.',
    )
    expect(waitSentence(expected({}), true)).toContain('a long time')
  })

  it('says nothing where nothing is known', () => {
    expect(waitSentence(expected({ interest: null }), false)).toBe('')
  })
})
