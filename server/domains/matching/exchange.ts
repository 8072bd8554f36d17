import { EXCHANGE_AFTER } from './relaxation.ts'
import type { Seeker } from './ticket.ts'

type Languages = Pick<Seeker, 'languages' | 'learning'>

/** In how many directions two members teach each other. */
export type Directions = 0 | 1 | 2

const teaches = ({ languages }: Languages, { learning }: Languages) =>
  learning.some((language) => languages.includes(language))

/** Returns in how many directions two searches exchange languages: 0 unless both are for an exchange. */
export function exchangeOf(a: Languages, b: Languages): Directions {
  if (a.learning.length === 0 || b.learning.length === 0) return 0
  if (teaches(a, b)) return teaches(b, a) ? 2 : 1
  return teaches(b, a) ? 1 : 0
}

/**
 * Returns whether a ticket has waited long enough for a partner with whom it exchanges languages in so many directions. Each
 * of the two must. A search that is not for an exchange accepts everyone.
 */
export const acceptsExchange = (
  { learning, waitingSince }: { learning: readonly string[]; waitingSince: number },
  directions: Directions,
  now: number,
) => learning.length === 0 || now - waitingSince >= EXCHANGE_AFTER[directions]
