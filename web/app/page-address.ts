import { LANGUAGES } from '#schema/languages.ts'
import { localizedPath } from '#schema/localized-path.ts'
import { PUBLIC_PAGES } from '#schema/pages.ts'

const PUBLIC: ReadonlySet<string> = new Set(PUBLIC_PAGES)
const ENGLISH = LANGUAGES[0].code

/** Returns the address of a link in a language: public pages have a prefix, and no other page has one. */
export function pageAddress(language: string, link: string): string {
  const page = link.split(/[?#]/, 1)[0] ?? link
  if (language === ENGLISH || !PUBLIC.has(page)) return link
  return localizedPath(language, page) + link.slice(page.length)
}
