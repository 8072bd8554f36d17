import { directionOf, type Language } from '#schema/languages.ts'
import { pickLanguage } from '#schema/pick-language.ts'
import type { Say, Texts } from '#server/platform/texts/texts.ts'

/** The recipient of a mail, with what a mail in their language needs. */
export interface Reader {
  language: Language
  direction: 'ltr' | 'rtl'
  /** Returns a text in the language. */
  say: Say
  /** Returns a date such as 24 November 2026, in UTC. */
  day(date: Date): string
}

/** Returns the reader of a mail. A language that this version does not know is English. */
export function readerOf(texts: Texts, stored: string): Reader {
  const language = pickLanguage([stored])
  // English dates are British, as in the web app.
  const locale = language === 'en' ? 'en-GB' : language
  return {
    language,
    direction: directionOf(language),
    say: texts.in(language),
    day: (date) =>
      date.toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
  }
}
