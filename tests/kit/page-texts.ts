import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formatter } from '@lingui/format-po'
import type { Language } from '#schema/languages.ts'
import { keptTogether } from '../../scripts/keep-together.ts'

const LOCALES = fileURLToPath(new URL('../../locales', import.meta.url))

/** Finds a text of the web app by its English text and its context, as a person reads it: without the marks of elements. */
export type PageTexts = (english: string, context?: string) => string

const keyOf = (message: string, context = '') => `${context}: ${message}`
const withoutElements = (text: string) => text.replaceAll(/<\/?\d+\/?>/g, '')

/** Reads the catalogues of a language. @throws Error for a text that they lack. */
export async function readPageTexts(language: Language): Promise<PageTexts> {
  const texts = new Map<string, string>()
  for (const filename of globSync(`${LOCALES}/${language}/*.po`)) {
    const about = { locale: language, sourceLocale: 'en', filename }
    const catalogue = await formatter().parse(readFileSync(filename, 'utf8'), about)
    const shown = filename.endsWith('heads.po')
      ? withoutElements
      : (text: string) => keptTogether(withoutElements(text))
    // A text of the contract is its own id.
    for (const [id, { message = id, context, translation }] of Object.entries(catalogue))
      if (translation) texts.set(keyOf(message, context), shown(translation))
  }
  return (english, context) => {
    const text = texts.get(keyOf(english, context))
    if (text === undefined) throw new Error(`no text in ${language} for “${english}”`)
    return text
  }
}
