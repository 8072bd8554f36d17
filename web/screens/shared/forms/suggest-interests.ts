import { interestKey, POPULAR_INTERESTS, SUGGESTED_INTERESTS } from '#schema/interests.ts'
import { LIMITS } from '#schema/limits.ts'
import { interestName } from '../../../i18n/interest-name.ts'
import { keyOfInterest } from './key-of-interest.ts'

/**
 * Returns at most eight interests whose name in the page's language contains what is typed: first those that begin with
 * it, then those with a word that does. Those whose English name begins with it come last. While nothing is typed, returns
 * the popular ones (spec §5).
 */
export function suggestInterests(typed: string, chosen: readonly string[]): readonly string[] {
  const wanted = interestKey(typed)
  const taken = new Set(chosen.map(keyOfInterest))
  const isFree = (interest: string) => !taken.has(interestKey(interest))
  if (wanted === '') return POPULAR_INTERESTS.filter(isFree)
  return SUGGESTED_INTERESTS.filter(isFree)
    .map((interest) => ({ interest, rank: rankOf(interest, wanted) }))
    .filter(({ rank }) => rank < NO_RANK)
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, LIMITS.suggestions)
    .map(({ interest }) => interest)
}

/** The rank of an interest that does not contain what is typed. */
const NO_RANK = 4

function rankOf(interest: string, wanted: string): number {
  const name = interestKey(interestName(interest))
  if (name.startsWith(wanted)) return 0
  if (name.includes(` ${wanted}`)) return 1
  if (name.includes(wanted)) return 2
  return interestKey(interest).startsWith(wanted) ? 3 : NO_RANK
}

/** The fewest letters that select a suggestion. */
const TELLING = 3

/** Returns whether what is typed ends within a word of the suggestion: "jaz" of "Jazz", but not "art" of "Art history". */
export function completesInterest(typed: string, suggestion: string): boolean {
  const wanted = interestKey(typed)
  const key = interestKey(interestName(suggestion))
  return wanted.length >= TELLING && key.startsWith(wanted) && /[\p{L}\p{M}]/u.test(key.charAt(wanted.length))
}
