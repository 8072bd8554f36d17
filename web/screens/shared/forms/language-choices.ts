import { i18n } from '@lingui/core'
import { interestKey } from '#schema/interests.ts'
import { LANGUAGES } from '#schema/languages.ts'
import { LIMITS } from '#schema/limits.ts'
import { isSpokenLanguage, SPOKEN_LANGUAGES, type SpokenLanguage } from '#schema/spoken-languages.ts'
import { languageName, languageNameIn } from '../../../i18n/language-name.ts'

export interface LanguageChoices {
  /** Returns the name of a language in the language of the page. */
  nameOf(code: string): string
  codeOf(name: string): SpokenLanguage | undefined
  /** Returns the names of at most eight languages that fit what is typed. While nothing is typed: those of the browser first. */
  suggest(typed: string, chosen: readonly string[]): string[]
  /** Returns the name of the only language that a typed text can mean. */
  accept(typed: string): string | undefined
}

interface Choice {
  code: SpokenLanguage
  name: string
  /** Its names in the language of the page, in itself and in English, without case and accents. */
  keys: string[]
}

const choiceOf = (code: SpokenLanguage): Choice => {
  const names = [languageName(code), languageNameIn(code, code), languageNameIn('en', code)]
  return { code, name: languageName(code), keys: names.flatMap((name) => (name ? interestKey(name) : [])) }
}

/** Lets a member choose languages by any of their names. `preferred`: the languages of the browser. */
export function createLanguageChoices(preferred: readonly string[]): LanguageChoices {
  const all = SPOKEN_LANGUAGES.map(choiceOf).toSorted((a, b) => a.name.localeCompare(b.name, i18n.locale))
  const byCode = new Map<string, Choice>(all.map((choice) => [choice.code, choice]))
  const byName = new Map(all.map((choice) => [choice.name, choice]))
  const first = firstCodes(preferred).flatMap((code) => byCode.get(code) ?? [])

  function fitting(typed: string): Choice[] {
    const wanted = interestKey(typed)
    if (wanted === '') return first
    const rank = ({ keys }: Choice) => Math.min(...keys.map((key) => rankOf(key, wanted)))
    return all.filter((choice) => rank(choice) < NO_FIT).toSorted((one, other) => rank(one) - rank(other))
  }

  return {
    nameOf: (code) => byCode.get(code)?.name ?? code,
    codeOf: (name) => byName.get(name)?.code,
    suggest: (typed, chosen) =>
      fitting(typed)
        .map(({ name }) => name)
        .filter((name) => !chosen.includes(name))
        .slice(0, LIMITS.suggestions),
    accept(typed) {
      const wanted = interestKey(typed)
      if (wanted === '') return undefined
      const fits = fitting(typed)
      const exact = fits.find(({ keys }) => keys.includes(wanted))
      return (exact ?? (fits.length === 1 ? fits[0] : undefined))?.name
    },
  }
}

/** The languages of the page and of the browser, then those of the interface. */
const firstCodes = (preferred: readonly string[]): SpokenLanguage[] => {
  const locales = [i18n.locale, ...preferred, ...LANGUAGES.map(({ code }) => code)]
  return [...new Set(locales.map((locale) => locale.split('-')[0] ?? ''))].filter(isSpokenLanguage)
}

const NO_FIT = 3
function rankOf(key: string, wanted: string): number {
  if (key === wanted) return 0
  if (key.startsWith(wanted)) return 1
  return key.includes(` ${wanted}`) || key.includes(`(${wanted}`) ? 2 : NO_FIT
}
