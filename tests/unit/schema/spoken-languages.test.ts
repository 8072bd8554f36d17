import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#schema/languages.ts'
import { LIMITS } from '#schema/limits.ts'
import { profileUpdate } from '#schema/profile.ts'
import { SPOKEN_LANGUAGES, spokenLanguagesOf } from '#schema/spoken-languages.ts'

const PROFILE = { id: 'asha', displayName: 'Asha', interests: ['Jazz'], lookingFor: ['Dating'], age: 31 }
const accepted = (languages: unknown) => profileUpdate.safeParse({ ...PROFILE, languages }).success

describe('the languages that a member can name', () => {
  it('number about a hundred, each once, in the order of their codes', () => {
    expect(SPOKEN_LANGUAGES.length).toBeGreaterThan(95)
    expect([...new Set(SPOKEN_LANGUAGES)].sort()).toEqual([...SPOKEN_LANGUAGES])
  })

  it('contain the one of every interface, with a name in the language of every interface', () => {
    for (const { code } of LANGUAGES) {
      expect(spokenLanguagesOf({ languages: [], language: code })).toHaveLength(1)
      const names = new Intl.DisplayNames(code, { type: 'language', fallback: 'none' })
      expect(SPOKEN_LANGUAGES.filter((language) => !names.of(language))).toEqual([])
    }
  })

  it('number at most eight for one member, or none', () => {
    expect(accepted(SPOKEN_LANGUAGES.slice(0, LIMITS.languages.max))).toBe(true)
    expect(accepted(SPOKEN_LANGUAGES.slice(0, LIMITS.languages.max + 1))).toBe(false)
    expect(accepted([])).toBe(true)
    expect(accepted('')).toBe(true)
  })
})

describe('the languages that count for a member', () => {
  // covers: design-spoken-languages
  it('include those the member names, without unknown codes', () => {
    expect(spokenLanguagesOf({ languages: ['tlh', 'mr', 'en'], language: 'hi' })).toEqual(['mr', 'en'])
  })

  it('follow the account, without its region or script, while none is named', () => {
    const accounts = ['hi', 'pt-BR', 'zh-Hans']
    expect(accounts.map((code) => spokenLanguagesOf({ languages: [], language: code }))).toEqual([
      ['hi'],
      ['pt'],
      ['zh'],
    ])
  })
})
