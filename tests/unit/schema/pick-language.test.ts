import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#schema/languages.ts'
import { pickLanguage } from '#schema/pick-language.ts'

const CODES = LANGUAGES.map(({ code }) => code)
const aCode = fc.constantFrom(...CODES)

describe('the choice of a language', () => {
  it.each([
    ['de', 'de'],
    ['DE-at', 'de'],
    ['pt', 'pt-BR'],
    ['pt-PT,en;q=0.9', 'pt-BR'],
    ['zh-CN', 'zh-Hans'],
    ['zh', 'zh-Hans'],
    ['zh-Hant-TW', 'zh-Hans'],
    ['zh_TW', 'zh-Hans'],
    ['in-ID', 'id'],
    ['en-US,en;q=0.9,hi;q=0.8', 'en'],
    ['fr;q=0.4, ru ; q=0.7 ,en;q=0.1', 'ru'],
    ['tlh, ja;q=0.2', 'ja'],
    ['es;q=0, ar;q=0.1', 'ar'],
    ['es;q=0', 'en'],
    ['*', 'en'],
    ['*;q=0.5, tr;q=0.1', 'tr'],
    ['tlh', 'en'],
    ['den', 'en'],
    ['de;q=2, fr;q=0.1', 'fr'],
    ['de;level=1, fr', 'fr'],
    ['', 'en'],
  ])('turns the header %j into %s', (header, code) => {
    expect(pickLanguage(header)).toBe(code)
  })

  it('takes the first language of a list of tags that the interface has', () => {
    expect(pickLanguage(['tlh', 'nl-NL', 'hi-IN', 'de'])).toBe('hi')
    expect(pickLanguage([])).toBe('en')
    expect(pickLanguage(null)).toBe('en')
    expect(pickLanguage(undefined)).toBe('en')
  })

  it('takes a language of the interface as it is, with any region and in any case', () => {
    fc.assert(
      fc.property(aCode, fc.stringMatching(/^[A-Z]{2}$/), fc.boolean(), (code, region, isUpper) => {
        const tag = `${code.split('-')[0]}-${region}`
        expect(pickLanguage(code)).toBe(code)
        expect(pickLanguage([isUpper ? tag.toUpperCase() : tag])).toBe(code)
      }),
    )
  })

  it('takes the language with the highest weight, and the first of equal ones', () => {
    const weighted = fc.tuple(aCode, fc.integer({ min: 1, max: 1_000 }))
    fc.assert(
      fc.property(fc.array(weighted, { minLength: 1, maxLength: 20 }), (list) => {
        const header = list.map(([code, weight]) => `${code};q=${(weight / 1_000).toFixed(3)}`).join(',')
        const highest = Math.max(...list.map(([, weight]) => weight))
        expect(pickLanguage(header)).toBe(list.find(([, weight]) => weight === highest)?.[0])
      }),
    )
  })

  it('yields a language of the interface for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.array(fc.string())), (any) => {
        expect(CODES).toContain(pickLanguage(any))
      }),
    )
  })

  it('reads no more than twenty tags and a thousand characters', () => {
    const unknown = Array.from({ length: 20 }, () => 'tlh')
    expect(pickLanguage([...unknown.slice(1), 'de'])).toBe('de')
    expect(pickLanguage([...unknown, 'de'])).toBe('en')
    expect(pickLanguage(`tlh${' '.repeat(990)},de`)).toBe('de')
    expect(pickLanguage(`tlh${' '.repeat(1_000)},de`)).toBe('en')
    expect(pickLanguage(`${'a-'.repeat(50_000)},fr`)).toBe('en')
  })
})
