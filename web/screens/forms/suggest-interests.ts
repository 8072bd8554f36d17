import { interestKey, POPULAR_INTERESTS, SUGGESTED_INTERESTS } from '#schema/interests.ts'
import { LIMITS } from '#schema/limits.ts'

/**
 * Returns at most eight interests that contain what is typed: first those that begin with it, then those with a word that
 * does. While nothing is typed, returns the popular ones (spec §5).
 */
export function suggestInterests(typed: string, chosen: readonly string[]): readonly string[] {
  const wanted = interestKey(typed)
  const taken = new Set(chosen.map(interestKey))
  const isFree = (interest: string) => !taken.has(interestKey(interest))
  if (wanted === '') return POPULAR_INTERESTS.filter(isFree)
  return SUGGESTED_INTERESTS.filter((interest) => isFree(interest) && interestKey(interest).includes(wanted))
    .toSorted((one, other) => rankOf(one, wanted) - rankOf(other, wanted))
    .slice(0, LIMITS.suggestions)
}

function rankOf(interest: string, wanted: string): number {
  const key = interestKey(interest)
  if (key.startsWith(wanted)) return 0
  return key.includes(` ${wanted}`) ? 1 : 2
}

/** The fewest letters that select a suggestion. */
const TELLING = 3

/** Returns whether what is typed ends within a word of the suggestion: "jaz" of "Jazz", but not "art" of "Art history". */
export function completesInterest(typed: string, suggestion: string): boolean {
  const wanted = interestKey(typed)
  const key = interestKey(suggestion)
  return wanted.length >= TELLING && key.startsWith(wanted) && /\p{L}/u.test(key.charAt(wanted.length))
}
