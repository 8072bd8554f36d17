import { i18n } from '@lingui/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { pageTexts } from '#web/i18n/page-texts.ts'
import { Trans } from '#web/i18n/trans.tsx'

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const said = (name: string) =>
  pageTexts._({ id: 'said', message: '{name}: שלום! ({count})', values: { name, count: 2 } })

describe('a value in a text', () => {
  it('gets no marks on an English page where it is in Latin letters', () => {
    expect(said('Sara')).toBe('Sara: שלום! (2)')
  })

  it('gets marks on an English page where its letters run from right to left', () => {
    expect(said('علي')).toBe('\u2068علي\u2069: שלום! (2)')
  })

  // covers: design-mixed-directions
  it('gets marks on an Arabic page in any script', () => {
    i18n.loadAndActivate({ locale: 'ar', messages: {} })
    expect(said('Sara')).toBe('\u2068Sara\u2069: שלום! (2)')
  })

  it('takes the direction of the page if it is a message with isolated values', () => {
    const listed = (...items: string[]) =>
      items.reduce((list, item) =>
        pageTexts._({ id: 'list', message: '{list}, {item}', values: { list, item } }),
      )
    expect(listed('שירה', 'Jazz', 'C++')).toBe('\u2066\u2068שירה\u2069, Jazz\u2069, C++')
    i18n.loadAndActivate({ locale: 'ar', messages: {} })
    expect(listed('C++', 'شعر', 'Jazz')).toBe(
      '\u2067\u2068C++\u2069, \u2068شعر\u2069\u2069, \u2068Jazz\u2069',
    )
  })

  it('gets marks in a text with elements', () => {
    i18n.loadAndActivate({ locale: 'ar', messages: {} })
    const text = createElement(Trans, {
      id: 'by',
      message: '<0>{name}</0> ({age})',
      values: { name: 'Ali', age: 31 },
      components: { 0: createElement('b') },
    })
    expect(renderToStaticMarkup(text)).toBe('<b>\u2068Ali\u2069</b> (31)')
  })
})
