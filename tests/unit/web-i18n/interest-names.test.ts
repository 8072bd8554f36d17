import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#schema/languages.ts'
import { builtInInterest } from '#web/i18n/built-in-interest.ts'
import { interestName } from '#web/i18n/interest-name.ts'
import { interestsIn, showInterestsIn } from '../../kit/show-interests-in.ts'

const TRANSLATED = LANGUAGES.map(({ code }) => code).filter((code) => code !== 'en')

describe('a built-in interest on a page in another language', () => {
  // covers: 5-interest-names-translated
  it.each(TRANSLATED)('shows its name in %s, and is stored in English', (language) => {
    showInterestsIn(language)
    for (const [english, name] of Object.entries(interestsIn(language))) {
      expect(interestName(english)).toBe(name)
      expect(builtInInterest(name)).toBe(english)
      expect(builtInInterest(english)).toBe(english)
    }
  })

  it.each([
    ['de', 'PHOTOGRAPHY', 'Fotografie', 'fotografie'],
    ['es', 'photography', 'Fotografía', 'FOTOGRAFIA'],
    ['fr', 'Chess', 'Échecs', 'echecs'],
    ['de', 'football', 'Fußball', 'FUSSBALL'],
  ] as const)('can be found in %s by any spelling of %j and of %j: %j', (language, stored, name, typed) => {
    showInterestsIn(language)
    expect(interestName(stored)).toBe(name)
    expect(builtInInterest(typed)).toBe(builtInInterest(stored))
  })
})

describe('an interest that is not built in', () => {
  it('stays as it was typed in any language', () => {
    for (const typed of ['Repairing watches', 'चाय और किताबें', 'constructor', '{interest} $1']) {
      for (const language of TRANSLATED) {
        showInterestsIn(language)
        expect([interestName(typed), builtInInterest(typed)]).toEqual([typed, typed])
      }
    }
  })
})

describe('an English page', () => {
  it('shows and stores every interest as it was typed', () => {
    for (const typed of ['Photography', 'photography', 'Fotografía'])
      expect([interestName(typed), builtInInterest(typed)]).toEqual([typed, typed])
  })
})
