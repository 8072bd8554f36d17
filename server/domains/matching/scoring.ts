import { exchangeOf } from './exchange.ts'
import type { Likeness } from './relaxation.ts'
import type { CandidateTicket, Seeker } from './ticket.ts'

/** The number of waiting tickets, and of those with an interest. */
export interface Crowd {
  waiting: number
  with(interest: string): number
}

/** Weights are integers of this unit, so their sum does not depend on the order of addition. */
const UNIT = 2 ** -32

/** Returns the weight of an interest. A rare interest weighs more than a common one; the weight is positive and bounded. */
export const rarity = (crowd: Crowd, interest: string) =>
  Math.round(Math.log(1 + (crowd.waiting + 2) / (crowd.with(interest) + 1)) / UNIT)

/** The weight of an evening that both search within. It is more than that of any interest, and enough on its own. */
const EVENING_WEIGHT = 32 / UNIT

const STRONG_SHARE = 0.5

type Profile = Pick<Seeker, 'interests' | 'lookingFor' | 'languages' | 'learning' | 'evening'>

/** Returns the evening that both search within; undefined without one. */
export const commonEvening = (a: Pick<Seeker, 'evening'>, b: Pick<Seeker, 'evening'>) =>
  a.evening && a.evening === b.evening ? a.evening : undefined

/** Returns whether two members can talk. Languages that are not known (an empty list) suit every other. */
const haveCommonLanguage = ({ languages: a }: Profile, { languages: b }: Profile) =>
  a.length === 0 || b.length === 0 || a.some((language) => b.includes(language))

/** Returns what two members have in common. `weightOf` returns the weight of an interest. */
export function likeness(a: Profile, b: Profile, weightOf: (interest: string) => number): Likeness {
  const others = new Set(b.interests)
  const isSameEvening = commonEvening(a, b) !== undefined
  let shared = isSameEvening ? 1 : 0
  let weight = isSameEvening ? EVENING_WEIGHT : 0
  for (const interest of a.interests) {
    if (!others.has(interest)) continue
    shared += 1
    weight += weightOf(interest)
  }
  const exchange = exchangeOf(a, b)
  const fewest = Math.min(a.interests.length, b.interests.length)
  return {
    shared,
    weight,
    strong: isSameEvening || shared >= 2 || (shared > 0 && shared >= fewest * STRONG_SHARE),
    lookingFor: a.lookingFor.filter((choice) => b.lookingFor.includes(choice)).length,
    exchange,
    // One of them speaks what the other learns.
    language: exchange > 0 || haveCommonLanguage(a, b),
  }
}

export interface Candidate {
  ticket: CandidateTicket
  likeness: Likeness
}

/** Best first: an exchange, then a common language, then shared interests by rarity, then looking-for. */
export const byLikeness = (a: Likeness, b: Likeness) =>
  b.exchange - a.exchange ||
  Number(b.language) - Number(a.language) ||
  b.weight - a.weight ||
  b.lookingFor - a.lookingFor

/** Best first: by likeness, then premium, then who waits longest. */
export const byPreference = (a: Candidate, b: Candidate) =>
  byLikeness(a.likeness, b.likeness) ||
  Number(b.ticket.premium) - Number(a.ticket.premium) ||
  a.ticket.waitingSince - b.ticket.waitingSince
