import { LANGUAGES } from './languages.ts'

/** Returns the address of a public page in a language. English pages have no prefix: `/faq`, `/hi/faq`, `/hi`. */
export function localizedPath(language: string, page: string): string {
  if (language === LANGUAGES[0].code) return page
  return page === '/' ? `/${language}` : `/${language}${page}`
}
