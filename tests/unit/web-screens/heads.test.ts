import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { i18n } from '@lingui/core'
import { afterEach, describe, expect, it } from 'vitest'
import { PAGES } from '#schema/pages.ts'
import { PRODUCT } from '#schema/product.ts'
import { headOf } from '#web/app/head.ts'
import catalogues from '../../../lingui.config.ts'

describe('the head of a page', () => {
  // covers: 2.2-titles-and-canonical-links
  it.each(PAGES)('gives %s its own title and a description', (path) => {
    const { title, description, known } = headOf(path)
    expect(known).toBe(true)
    expect(title).toContain(PRODUCT.name)
    expect(title.length).toBeGreaterThan(PRODUCT.name.length + 3)
    expect(description.length).toBeGreaterThan(20)
  })

  it('stays the same in any letters, and with slashes at the end of the path', () => {
    expect(headOf('/FAQ//')).toEqual(headOf('/faq'))
  })

  // covers: 2.2-titles-and-canonical-links
  it('gives an unknown path the default description', () => {
    expect(headOf('/nowhere')).toEqual({
      title: `Page Not Found · ${PRODUCT.name}`,
      description: PRODUCT.description,
      known: false,
    })
  })
})

describe('the tagline and the description of the product', () => {
  afterEach(() => i18n.activate('en'))

  it('carry marks for the catalogues, which know them by their own text', () => {
    const source = 'schema/product.ts'
    const files = catalogues.catalogs?.flatMap(({ include }) => include)
    expect(files).toContain(`<rootDir>/${source}`)
    const code = readFileSync(resolve(import.meta.dirname, '../../..', source), 'utf8')
    for (const text of [PRODUCT.tagline, PRODUCT.description]) expect(code).toContain(`/*i18n*/ '${text}'`)
  })

  it('appear in the language of the page', () => {
    i18n.loadAndActivate({ locale: 'de', messages: { [PRODUCT.description]: 'Zu zweit reden.' } })
    expect(headOf('/').description).toBe('Zu zweit reden.')
  })

  it('appear as written while no translation of them exists', () => {
    i18n.loadAndActivate({ locale: 'fr', messages: {} })
    expect(headOf('/').description).toBe(PRODUCT.description)
  })
})
