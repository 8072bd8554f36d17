import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#schema/languages.ts'
import { localizedPath } from '#schema/localized-path.ts'
import { PUBLIC_PAGES } from '#schema/pages.ts'
import { readLocalizedPath } from '#schema/read-localized-path.ts'
import { pageLanguage } from '#web/i18n/page-language.ts'

describe('the language of a page', () => {
  const reader = { path: '/faq', stored: 'de', preferred: ['fr-CA', 'en'] }

  it('follows its address, even if the reader chose another one before', () => {
    expect(pageLanguage({ ...reader, path: '/hi/faq' })).toBe('hi')
    expect(pageLanguage({ ...reader, path: '/zh-Hans' })).toBe('zh-Hans')
  })

  // covers: design-page-language-order
  it('follows the stored choice at an address without a language', () => {
    expect(pageLanguage(reader)).toBe('de')
    expect(pageLanguage({ ...reader, path: '/' })).toBe('de')
  })

  it('follows the browser while no known choice is stored', () => {
    for (const stored of [null, '', 'xx', 'DE']) expect(pageLanguage({ ...reader, stored })).toBe('fr')
  })

  it('falls back to English if the browser prefers no language of the interface', () => {
    expect(pageLanguage({ path: '/', stored: null, preferred: ['sw', 'el-GR'] })).toBe('en')
    expect(pageLanguage({ path: '/', stored: null, preferred: [] })).toBe('en')
  })
})

describe('the address of a public page', () => {
  it('can be split again into its language and its page', () => {
    for (const { code } of LANGUAGES)
      for (const page of PUBLIC_PAGES) {
        const language = code === 'en' ? null : code
        expect(readLocalizedPath(localizedPath(code, page))).toEqual({ language, page })
      }
  })

  it('needs no prefix in English and begins with the code of every other language', () => {
    expect(localizedPath('en', '/faq')).toBe('/faq')
    expect(localizedPath('pt-BR', '/faq')).toBe('/pt-BR/faq')
    expect(localizedPath('ar', '/')).toBe('/ar')
  })

  it('names no language if its first part is not exactly a code', () => {
    for (const path of ['/', '/en/faq', '/HI/faq', '/hindi', '/pt/faq', '/faq/hi'])
      expect(readLocalizedPath(path)).toEqual({ language: null, page: path })
  })

  it('never begins with the name of another server', () => {
    for (const path of ['/de//evil.example/x', '/de/\\evil.example/x', '/de///evil.example/x'])
      expect(readLocalizedPath(path)).toEqual({ language: 'de', page: '/evil.example/x' })
    for (const path of ['//evil.example/x', '/\\evil.example/x', '///evil.example/x'])
      expect(readLocalizedPath(path)).toEqual({ language: null, page: '/evil.example/x' })
    expect(readLocalizedPath('//hi')).toEqual({ language: null, page: '/hi' })
    expect(readLocalizedPath('/hi//')).toEqual({ language: 'hi', page: '/' })
  })
})
