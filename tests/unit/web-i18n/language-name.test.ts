import { i18n } from '@lingui/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { languageName } from '#web/i18n/language-name.ts'

beforeEach(() => i18n.loadAndActivate({ locale: 'de', messages: {} }))

describe('the name of a language', () => {
  it('comes in the language of the page', () => {
    expect(languageName('ja')).toBe('Japanisch')
  })

  it('equals the code itself where a browser guessed one that is no language', () => {
    expect(languageName('no language!')).toBe('no language!')
  })
})
