import type { Messages } from '@lingui/core'
import type { Language } from '#schema/languages.ts'

const CATALOGUES = import.meta.glob<{ messages: Messages }>('../../locales/*/desktop.po')

/** Loads the app's texts in one language. Each language is a file of its own in the build. @throws without that file */
export async function loadTexts(language: Language): Promise<Messages> {
  const load = CATALOGUES[`../../locales/${language}/desktop.po`]
  if (!load) throw new Error(`there are no texts in ${language}`)
  return (await load()).messages
}
