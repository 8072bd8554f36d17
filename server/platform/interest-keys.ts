import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'
import { interestKey, SUGGESTED_INTERESTS } from '#schema/interests.ts'

const LOCALES = resolve(import.meta.dirname, '../../locales')
/** The names of the built-in interests in one language, by their English names. */
const interestNames = z.record(z.enum(SUGGESTED_INTERESTS), z.string())

/** The name of each built-in interest in every language but English, with the keys of both. */
const NAMES = readNames()

/** The English key of each built-in interest, by its key in every language. */
const BUILT_IN: ReadonlyMap<string, string> = new Map(NAMES.map(({ key, english }) => [key, english]))

/** The keys of each built-in interest in all languages, by its English key. */
const SPELLINGS = Map.groupBy(NAMES, ({ english }) => english)

/** The name of a built-in interest, by language and English key. */
const BY_LANGUAGE: ReadonlyMap<string, string> = new Map(
  NAMES.map(({ language, english, name }) => [`${language} ${english}`, name]),
)

function readNames() {
  return readdirSync(LOCALES).flatMap((language) => {
    if (language === 'en') return []
    const file = resolve(LOCALES, language, 'interests.json')
    const names = interestNames.parse(JSON.parse(readFileSync(file, 'utf8')))
    return Object.entries(names).map(([english, name]) => ({
      language,
      name,
      key: interestKey(name),
      english: interestKey(english),
    }))
  })
}

/**
 * Returns a key that is the same for all spellings of an interest, and for the names of a built-in interest in all
 * languages: "fotografía" and "Photography" have the same key.
 */
export function sharedInterestKey(interest: string): string {
  const key = interestKey(interest)
  return BUILT_IN.get(key) ?? key
}

/** Returns the key of each interest once. */
export const foldInterests = (interests: readonly string[]) => [...new Set(interests.map(sharedInterestKey))]

/** Returns every key that `sharedInterestKey` takes for this one. */
export const spellingsOf = (key: string): string[] => [
  ...new Set([key, ...(SPELLINGS.get(key) ?? []).map((one) => one.key)]),
]

/** Returns the name of a built-in interest in a language; any other interest as its member wrote it. */
export const interestNameIn = (language: string, interest: string): string =>
  BY_LANGUAGE.get(`${language} ${sharedInterestKey(interest)}`) ?? interest
