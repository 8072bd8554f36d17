import { isLanguage } from '#schema/is-language.ts'
import type { Language } from '#schema/languages.ts'
import { pickLanguage } from '#schema/pick-language.ts'
import { readLocalizedPath } from '#schema/read-localized-path.ts'

interface Reader {
  path: string
  /** The language that this browser stores; null without one. */
  stored: string | null
  /** The languages of the browser, the preferred one first. */
  preferred: readonly string[]
}

/** Returns the language of a page: of its address, else the stored one, else the one that fits the browser. */
export function pageLanguage({ path, stored, preferred }: Reader): Language {
  return readLocalizedPath(path).language ?? (isLanguage(stored) ? stored : pickLanguage(preferred))
}
