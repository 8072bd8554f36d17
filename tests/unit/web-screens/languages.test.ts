import { describe, expect, it } from 'vitest'
import { createLanguageChoices } from '#web/screens/shared/forms/language-choices.ts'
import { exchangeText, speaksText } from '#web/screens/shared/speaks-text.ts'
import { aUser } from '../web-state/kit.ts'

describe('the choice of languages', () => {
  const { suggest, accept, codeOf } = createLanguageChoices(['mr-IN', 'fr'])

  it('suggests the languages of the page and of the browser while nothing is typed', () => {
    expect(suggest('', []).slice(0, 3)).toEqual(['English', 'Marathi', 'French'])
    expect(suggest('', ['English', 'Marathi'])[0]).toBe('French')
  })

  it('finds a language by its name in the language of the page or in itself, without case and accents', () => {
    for (const typed of ['PORTUGUESE', 'portugues', ' Português '])
      expect(suggest(typed, [])[0]).toBe('Portuguese')
    expect(suggest('हिन्दी', [])).toEqual(['Hindi'])
    expect(suggest('Klingon', [])).toEqual([])
  })

  it('accepts only a text that can mean one language', () => {
    expect(accept('turkce')).toBe('Turkish')
    expect(accept('Portug')).toBe('Portuguese')
    expect([accept('ma'), accept('Klingon'), accept(' ')]).toEqual([undefined, undefined, undefined])
    expect(codeOf('Turkish')).toBe('tr')
  })
})

describe('the languages of a partner', () => {
  it('form one line, those of the member first', () => {
    expect(speaksText({ languages: ['de', 'mr', 'en'] }, ['en', 'mr'])).toBe(
      'Speaks: Marathi, English, German',
    )
  })

  // covers: beyond-exchange-profile
  it('stand before those the partner learns', () => {
    expect(speaksText({ languages: ['hi'], learning: ['en', 'fr'] }, ['en'])).toBe(
      'Speaks: Hindi · Learns: English, French',
    )
  })

  it('stay out where the server does not name them', () => {
    expect([speaksText({}, ['en']), speaksText({ languages: [] }, ['en'])]).toEqual(['', ''])
  })
})

describe('the languages of an exchange', () => {
  // covers: beyond-exchange-chat
  it('name what each learns from the other, and leave out what the other does not speak', () => {
    const me = aUser({ languages: ['hi', 'en'], learning: ['fr', 'ja'] })
    expect(exchangeText({ languages: ['fr'], learning: ['en', 'de'] }, me)).toBe(
      'You learn French, they learn English',
    )
    expect(exchangeText({ languages: ['fr'], learning: ['de'] }, me)).toBe('You learn French')
    expect(exchangeText({ languages: ['ta'], learning: ['hi'] }, me)).toBe('They learn Hindi')
    expect(exchangeText({ languages: ['ta'], learning: ['de'] }, me)).toBe('')
  })
})
