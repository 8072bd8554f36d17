import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { formatter } from '@lingui/format-po'
import type { Language } from '#schema/languages.ts'

const LOCALES = resolve(import.meta.dirname, '../../../locales')
/** The texts of `schema/`, which the web app shows too, and those of the server. */
const AREAS = ['forms', 'server'] as const

/** Returns the translations of the server's texts into a language, by their English texts. Reads the catalogues each time. */
export function readTranslations(language: Language): ReadonlyMap<string, string> {
  const translations = new Map<string, string>()
  const { parse } = formatter()
  for (const area of AREAS) {
    const filename = resolve(LOCALES, language, `${area}.po`)
    // A language that is being added has no catalogue yet: its texts are in English.
    if (!existsSync(filename)) continue
    const catalogue = parse(readFileSync(filename, 'utf8'), {
      locale: language,
      sourceLocale: 'en',
      filename,
    })
    if (catalogue instanceof Promise) throw new Error('the format of the catalogues must be read at once')
    for (const [english, { translation }] of Object.entries(catalogue))
      if (translation) translations.set(english, translation)
  }
  return translations
}
