import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'
import { interestKey, SUGGESTED_INTERESTS } from '#schema/interests.ts'

const LOCALES = resolve(import.meta.dirname, '../../locales')
/** The names of the built-in interests in one language, by their English names. */
const interestNames = z.record(z.enum(SUGGESTED_INTERESTS), z.string())

/** The English key of each built-in interest, by its key in every language. */
const BUILT_IN: ReadonlyMap<string, string> = readNames()

function readNames() {
  const keys = new Map<string, string>()
  for (const language of readdirSync(LOCALES)) {
    if (language === 'en') continue
    const file = resolve(LOCALES, language, 'interests.json')
    const names = interestNames.parse(JSON.parse(readFileSync(file, 'utf8')))
    for (const [english, name] of Object.entries(names)) keys.set(interestKey(name), interestKey(english))
  }
  return keys
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
