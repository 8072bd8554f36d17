import { i18n } from '@lingui/core'

/** Returns the name of a language in another one; undefined where the browser does not know it, or the code is none. */
export function languageNameIn(locale: string, code: string): string | undefined {
  try {
    return new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }).of(code)
  } catch {
    return undefined
  }
}

/** Returns the name of a language in the language of the page, where the browser knows it. */
export const languageName = (code: string): string =>
  languageNameIn(i18n.locale, code) ?? languageNameIn(code, code) ?? languageNameIn('en', code) ?? code
