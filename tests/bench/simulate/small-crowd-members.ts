import type { Seeker } from '#server/domains/matching/index.ts'
import { createRandom } from '../../kit/waiting-times.ts'
import { HELP, valuesOf } from './parameters.ts'
import { createDraw, type Draw } from './random.ts'
import type { Help } from './results.ts'

/** Searches in each hour of the day, as a share of the day: few at night, most in the evening. Assumed. */
const BUSYNESS: readonly number[] = [3, 2, 1, 1, 1, 1, 2, 3, 3, 3, 4, 4, 5, 5, 4, 4, 5, 6, 7, 8, 9, 8, 6, 5]
const WHOLE_DAY = BUSYNESS.reduce((total, part) => total + part, 0)
const BUSIEST = Math.max(...BUSYNESS)
const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/** The hour of the day at which most search, and at which evenings begin. */
const BEST_HOUR = BUSYNESS.indexOf(BUSIEST)
const EVENING_HOURS = 2
const { choosesBestHour, letsRing, hasBell, comesToEvening } = valuesOf(HELP)

const YOUNGEST = 18
const OLDEST = 80
/** Years above the youngest age, on average. Assumed. */
const MEAN_YEARS = 13
/** The share of members who choose ages, and how many years around their own they accept. Assumed. */
const WISHING = 1 / 3
const YEARS_AROUND = { least: 3, further: 8 }

/** Returns the beginnings of searches in a number of days, in milliseconds: a Poisson process that follows the hours. */
export function arrivalsOf(
  { searchesADay, days }: { searchesADay: number; days: number },
  draw: Draw,
): number[] {
  const busiestRate = (searchesADay * BUSIEST) / WHOLE_DAY / HOUR
  const arrivals: number[] = []
  for (let at = 0; ; ) {
    at += draw.exponential(1 / busiestRate)
    if (at >= days * DAY) return arrivals
    const busyness = BUSYNESS[Math.floor((at % DAY) / HOUR)] ?? 0
    if (draw.share() * BUSIEST < busyness) arrivals.push(Math.round(at))
  }
}

/** Returns the member with an age. With `haveAgeWishes`, a third choose ages around their own. */
export function withAge(seeker: Seeker, haveAgeWishes: boolean, draw: Draw): Seeker {
  const age = Math.min(OLDEST, YOUNGEST + Math.floor(draw.exponential(MEAN_YEARS)))
  const wishes = draw.share() < WISHING
  const around = () => YEARS_AROUND.least + draw.below(YEARS_AROUND.further)
  const [minPartnerAge, maxPartnerAge] = [Math.max(YOUNGEST, age - around()), age + around()]
  return haveAgeWishes && wishes ? { ...seeker, age, minPartnerAge, maxPartnerAge } : { ...seeker, age }
}

/** What a member does, the same with every help. */
export interface Habits {
  letsRing: boolean
  hasBell: boolean
  /** When the member searches, in milliseconds, and whether within the evening of that day. */
  at: number
  isInEvening: boolean
}

/** Returns the habits of the member who would search at `at` without any help. */
export function habitsOf(
  { seed, help }: { seed: number; help: readonly Help[] },
  member: number,
  at: number,
): Habits {
  const draw = createDraw(createRandom(seed ^ Math.imul(member + 1, 0xc2b2ae35)))
  const [ring, bell, evening, hour, moment] = Array.from({ length: 5 }, draw.share)
  const begin = Math.floor(at / DAY) * DAY + BEST_HOUR * HOUR
  const isInEvening = help.includes('evenings') && (evening ?? 1) < comesToEvening
  const isMoved = help.includes('what to expect') && (hour ?? 1) < choosesBestHour
  const hours = isInEvening ? EVENING_HOURS : isMoved ? 1 : 0
  return {
    letsRing: help.includes('ring me') && (ring ?? 1) < letsRing,
    hasBell: help.includes('interest bell') && (bell ?? 1) < hasBell,
    at: hours === 0 ? at : Math.round(begin + (moment ?? 0) * hours * HOUR),
    isInEvening,
  }
}

/** Returns the name of the evening of a day. */
export const eveningAt = (at: number) => `day ${Math.floor(at / DAY)}`
