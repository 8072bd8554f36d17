/**
 * The languages that a member can name, as ISO 639 codes: the twelve of the interface, and others with many speakers. Their
 * names come from `Intl.DisplayNames`, so Chromium must know them. All forms of Chinese are one entry.
 */
export const SPOKEN_LANGUAGES = [
  ...['af', 'ak', 'am', 'ar', 'as', 'ay', 'az', 'be', 'bg', 'bho', 'bm', 'bn', 'bs', 'ca', 'ceb'],
  ...['cs', 'cy', 'da', 'de', 'ee', 'el', 'en', 'es', 'et', 'eu', 'fa', 'fi', 'fil', 'fr'],
  ...['ga', 'gl', 'gn', 'gu', 'ha', 'he', 'hi', 'hr', 'ht', 'hu', 'hy', 'id', 'ig', 'is', 'it'],
  ...['ja', 'jv', 'ka', 'kk', 'km', 'kn', 'ko', 'ku', 'ky', 'lb', 'lg', 'ln', 'lo', 'lt', 'lv'],
  ...['mai', 'mg', 'mk', 'ml', 'mn', 'mr', 'ms', 'mt', 'my', 'ne', 'nl', 'no', 'ny', 'om', 'or'],
  ...['pa', 'pl', 'ps', 'pt', 'qu', 'ro', 'ru', 'rw', 'sd', 'si', 'sk', 'sl', 'sn', 'so'],
  ...['sq', 'sr', 'st', 'su', 'sv', 'sw', 'ta', 'te', 'tg', 'th', 'ti', 'tk', 'tn', 'tr', 'tt'],
  ...['ug', 'uk', 'ur', 'uz', 'vi', 'wo', 'xh', 'yo', 'zh', 'zu'],
] as const

export type SpokenLanguage = (typeof SPOKEN_LANGUAGES)[number]

/** Returns whether a code is in the list. Rows of a newer version may hold others. */
export const isSpokenLanguage = (code: string): code is SpokenLanguage =>
  SPOKEN_LANGUAGES.some((language) => language === code)

interface Languages {
  /** The languages that the member names. */
  languages: readonly string[]
  /** The language of the account, with or without a region or script. */
  language: string
}

/** Returns the languages that count for a member: those named, or else the one of the account. Unknown codes are left out. */
export function spokenLanguagesOf({ languages, language }: Languages): SpokenLanguage[] {
  const named = languages.filter(isSpokenLanguage)
  return named.length > 0 ? named : [language.split('-')[0] ?? ''].filter(isSpokenLanguage)
}

/**
 * Returns the languages that a member wants to learn, without those that count as spoken: a client that does not know
 * `learning` may have stored one of them as spoken since.
 */
export function learnedLanguagesOf({ learning, ...member }: Languages & { learning: readonly string[] }) {
  const spoken = spokenLanguagesOf(member)
  return learning.filter(isSpokenLanguage).filter((language) => !spoken.includes(language))
}
