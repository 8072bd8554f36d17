import { STAGES } from '#server/domains/matching/relaxation.ts'
import { percentile } from '../figures.ts'
import { edgesOf, scoreOf, strongMatching, totalOf } from '../match-optimum.ts'
import type { MatchingFigures } from './results.ts'
import type { Search } from './search-records.ts'
import type { MatchingOutcome } from './simulate-matching.ts'

/** The quality is compared for this many searches: the optimum needs much time. */
const SAMPLE = 3_000

const mean = (values: readonly number[]) =>
  values.reduce((total, value) => total + value, 0) / Math.max(1, values.length)

/**
 * Returns how near the pairs of consecutive searches are to an optimum that waits no longer. Searches with a partner outside
 * of the sample are left out on both sides.
 */
export function shareOfOptimum(searches: readonly Search[], first: number, end: number): number {
  const isInside = (place: number) => place >= first && place < Math.min(end, first + SAMPLE)
  const places = searches.flatMap(({ partner }, place) =>
    isInside(place) && (partner === null || isInside(partner)) ? [place] : [],
  )
  const newPlace = new Map(places.map((place, index) => [place, index]))
  const crowd = places.flatMap((place) => {
    const search = searches[place]
    return search ? [{ ...search, partner: newPlace.get(search.partner ?? -1) ?? null }] : []
  })
  let ours = 0
  crowd.forEach((one, index) => {
    const other = crowd[one.partner ?? -1]
    if (other && (one.partner ?? 0) > index) ours += scoreOf(one, other, 0) ?? 0
  })
  const edges = edgesOf(crowd, 0, true)
  return ours / totalOf(strongMatching(edges, crowd.length), edges)
}

/** Returns the figures of the searches that began in the time that counts. */
export function summarizeMatching({
  searches,
  from,
  until,
  decisions,
  cpu,
}: MatchingOutcome): MatchingFigures {
  const counted = searches.filter(({ arrivedAt }) => arrivedAt >= from && arrivedAt < until)
  const matched = counted.filter(({ end }) => end === 'matched')
  const waits = matched.map(({ arrivedAt, leftAt }) => (leftAt - arrivedAt) / 1_000)
  const seconds = (until - from) / 1_000
  const within = (limit: number) => waits.filter((wait) => wait <= limit).length / Math.max(1, counted.length)
  const first = searches.findIndex(({ arrivedAt }) => arrivedAt >= from)
  return {
    searches: counted.length,
    searchesASecond: counted.length / seconds,
    matchesASecond: matched.length / 2 / seconds,
    wait: { p50: percentile(waits, 0.5), p95: percentile(waits, 0.95), p99: percentile(waits, 0.99) },
    matchedWithin: { 10: within(10), 30: within(30), 60: within(60) },
    stages: STAGES.map(({ name }, index) => ({
      name,
      share: matched.filter(({ stage }) => stage === index).length / Math.max(1, matched.length),
    })),
    sharedInterests: mean(matched.map(({ shared }) => shared ?? 0)),
    commonLanguage:
      matched.filter(({ hasCommonLanguage }) => hasCommonLanguage).length / Math.max(1, matched.length),
    shareOfOptimum: shareOfOptimum(searches, first, first + counted.length),
    crowd: mean(counted.map(({ waiting }) => waiting - 1)),
    decisionsASearch: decisions / Math.max(1, searches.length),
    cpuADecision: cpu / Math.max(1, decisions),
  }
}
