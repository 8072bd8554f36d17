import { LIMITS } from '#schema/limits.ts'
import { HOURS_OF_WEEK, type HourCounts, type WeekCounts } from './read-waits.ts'
import { COUNT_COLUMNS, MARKS, type Mark } from './wait-counts.ts'

const HOURS_OF_DAY = 24
const DAYS = [0, 1, 2, 3, 4, 5, 6]

export interface Expectation {
  /** More than half find a partner within these minutes; null when half or fewer do within the last mark. */
  within: Mark | null
  /** The share that finds a partner within the last mark. */
  share: number
  /** After how many hours more than half find one, at the best hour of the day; null when the present one is good, or none is. */
  betterIn: number | null
}

/**
 * Returns what searches of an interest that begin in an hour of the week can expect; null when too few members searched. The
 * hours before and after count as well. Where that is not enough, the same hours of every day do.
 */
export function expectationAt(week: WeekCounts, hour: number): Expectation | null {
  const shares = sharesOf(countsAround(week, hour, [0])) ?? sharesOf(countsAround(week, hour, DAYS))
  if (!shares) return null
  const within = MARKS.find((_, index) => isMost(shares[index])) ?? null
  return { within, share: shares.at(-1) ?? 0, betterIn: within === null ? betterHour(week, hour) : null }
}

const isMost = (share: number | undefined) => share !== undefined && share > 0.5

/** Adds the counts of an hour and its two neighbours on these days. */
function countsAround(week: WeekCounts, hour: number, days: readonly number[]): HourCounts[] {
  const hours = days.flatMap((day) => [-1, 0, 1].map((offset) => hour + day * HOURS_OF_DAY + offset))
  return hours.flatMap((each) => week.get((each + HOURS_OF_WEEK) % HOURS_OF_WEEK) ?? [])
}

/**
 * Returns the share of searches that find a partner by each mark, if no one gave up; null for too few members. A search that
 * ended without a partner counts for half of the time in which it ended, as in a life table. One more search that never
 * finds a partner keeps small counts from promising much.
 */
function sharesOf(hours: readonly HourCounts[]): number[] | null {
  const members = hours.reduce((bits, hour) => bits | hour.members, 0n)
  if (countBits(members) < LIMITS.searchWaitMembers) return null
  const sum = (column: (typeof COUNT_COLUMNS)[number]) =>
    hours.reduce((total, hour) => total + hour[column], 0)
  let waiting = COUNT_COLUMNS.reduce((total, column) => total + sum(column), 0)
  let unmatched = 1
  return MARKS.map((mark) => {
    const [found, left] = [sum(`found_within_${mark}`), sum(`left_within_${mark}`)]
    unmatched *= 1 - found / (waiting - left / 2 + 1)
    waiting -= found + left
    return 1 - unmatched
  })
}

function betterHour(week: WeekCounts, hour: number): number | null {
  let best: { offset: number; share: number } | null = null
  for (let offset = 1; offset < HOURS_OF_DAY; offset += 1) {
    const share = sharesOf(countsAround(week, hour + offset, DAYS))?.at(-1) ?? 0
    if (share > Math.max(0.5, best?.share ?? 0)) best = { offset, share }
  }
  return best?.offset ?? null
}

function countBits(bits: bigint): number {
  let count = 0
  for (let rest = bits; rest > 0n; rest >>= 1n) count += Number(rest & 1n)
  return count
}
