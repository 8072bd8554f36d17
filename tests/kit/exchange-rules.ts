import * as fc from 'fast-check'
import type { Seeker } from '#server/domains/matching/index.ts'

/** The languages to learn in an exchange; two of three searches are for none. */
export const learning = fc.oneof(
  { weight: 2, arbitrary: fc.constant<string[]>([]) },
  fc.uniqueArray(fc.constantFrom<string>('en', 'hi', 'es'), { minLength: 1, maxLength: 2 }),
)

const teaches = (one: Seeker, other: Seeker) =>
  other.learning.some((language) => one.languages.includes(language))

/**
 * The rules of decision 45 in their simplest form, for a member who has just arrived: in how many directions the two exchange
 * languages, and whether both accept so many.
 */
export function exchangeByRules(me: Seeker, other: Seeker & { waited: number }) {
  const areExchanges = me.learning.length > 0 && other.learning.length > 0
  const exchange = areExchanges ? Number(teaches(me, other)) + Number(teaches(other, me)) : 0
  const patience = exchange === 2 ? 0 : exchange === 1 ? 10_000 : 20_000
  const accepted =
    (me.learning.length === 0 || patience === 0) && (other.learning.length === 0 || other.waited >= patience)
  return { exchange, accepted }
}
