import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { formatter } from '@lingui/format-po'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#schema/languages.ts'
import { findCatalogueProblems } from '../kit/catalogue-problems.ts'

const po = formatter()

async function readCatalogue(language: string, area: string) {
  const text = readFileSync(`locales/${language}/${area}.po`, 'utf8')
  const entries = await po.parse(text, { locale: language, sourceLocale: 'en', filename: area })
  return new Map(Object.entries(entries))
}

const AREAS = globSync('locales/en/*.po').map((file) => basename(file, '.po'))
const TRANSLATED = LANGUAGES.filter(({ code }) => code !== 'en')

describe('the catalogues', () => {
  it.each(TRANSLATED)(
    'translate every text of $code with its values, elements and plurals, and no other text',
    async ({ code }) => {
      expect(AREAS.length).toBeGreaterThan(5)
      const problems: string[] = []
      for (const area of AREAS) {
        const english = await readCatalogue('en', area)
        const translated = await readCatalogue(code, area)
        for (const [id, { message, translation }] of english) {
          const source = translation || message || id
          const found = findCatalogueProblems(code, source, translated.get(id)?.translation ?? '')
          problems.push(...found.map((problem) => `${area}: “${source}” ${problem}`))
        }
        problems.push(
          ...[...translated.keys()].filter((id) => !english.has(id)).map((id) => `${area}: ${id} is unused`),
        )
      }
      expect(problems).toEqual([])
    },
  )
})

describe('the check of a translation', () => {
  it.each([
    ['de', 'Hello {name}', '', 'is missing'],
    ['de', 'Hello {name}', 'Hallo', 'lacks {name}'],
    ['de', 'Hello', 'Hallo {name}', 'adds {name}'],
    ['de', 'Read <0>this</0>', 'Lies das', 'lacks <0>'],
    ['de', 'Read this', 'Lies <0>das</0>', 'adds <0>'],
    ['de', 'Hello {name}', 'Hallo {name', 'is no ICU message'],
    [
      'ru',
      '{n, plural, one {# day} other {# days}}',
      '{n, plural, one {# день} few {# дня} other {# дня}}',
      'lacks the plural many',
    ],
    [
      'ja',
      '{n, plural, one {# day} other {# days}}',
      '{n, plural, one {#日} other {#日}}',
      'has the plural one, which the language does not use',
    ],
    [
      'de',
      '{who, select, them {They left} other {You left}}',
      '{who, select, other {Weg}}',
      'selects by {who} among other cases',
    ],
  ])('finds in %s that a translation of “%s” as “%s” %s', (language, english, translation, problem) => {
    expect(findCatalogueProblems(language, english, translation)).toContain(problem)
  })

  it.each([
    [
      'ar',
      '{n, plural, one {# day} other {# days}}',
      '{n, plural, zero {#} one {#} two {#} few {#} many {#} other {#}}',
    ],
    ['es', '{n, plural, one {# day} other {# days}}', '{n, plural, one {# día} other {# días}}'],
    ['de', 'In {days} days', '{days, plural, one {In # Tag} other {In # Tagen}}'],
    ['hi', 'Read <0>this</0>, {name}', '{name}, <0>यह</0> पढ़ें'],
  ])('accepts in %s a translation of “%s” as “%s”', (language, english, translation) => {
    expect(findCatalogueProblems(language, english, translation)).toEqual([])
  })
})
