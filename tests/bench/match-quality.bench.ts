import findExactMatching from 'edmonds-blossom-fixed'
import { milliseconds, percentile, say } from './figures.ts'
import { type Attended, simulateCrowd } from './match-crowd.ts'
import { type Edge, edgesOf, scoreOf, strongMatching, totalOf } from './match-optimum.ts'

/*
 * Compares the matches of the product with an offline optimum at equal waiting time. Run with the sizes of the crowds:
 * `node tests/bench/match-quality.bench.ts 100000`; by default 100, 1,000 and 10,000.
 *
 * The optimum sees the whole simulation in advance. It may pair any two members who were both present at one moment,
 * from their arrival until the product matched them (or the end), if filters and relaxation allow it at the latest such
 * moment. No member waits longer for it than they waited in the product. It maximises the sum of the scores of its pairs.
 * A score is the product's own: shared interests weighted by their rarity among those who wait when the later of the two
 * can first be matched; then "looking for", premium and waiting time, each far smaller than a difference in the one before.
 * Interests and "looking for" count only for two members with a common language.
 *
 * Exact: a maximum-weight matching of the general graph (`edmonds-blossom-fixed`). Strong: the best pairs first, improved
 * by exchanging partners until no exchange helps; its distance from the exact one is printed where both are known. A large
 * crowd is not compared in full (see `edgesOf`).
 */

const SIZES = process.argv.slice(2).map(Number)
const CROWDS = SIZES.length > 0 ? SIZES : [100, 1_000, 10_000]
const ARRIVE_WITHIN = 60_000
/** An outage: no member is matched in this time, and each polls again after it. */
const HELD_FOR = 4_000
const EXACT_PAIRS = 30_000

interface Figures {
  ours: number
  strong: number
  exact: number | null
  matched: number
  median: number
  /** Share of the matched members who have a common language with their partner. */
  common: number
}

const mateOf = (crowd: readonly Attended[]) => crowd.map(({ partner }) => partner ?? -1)

function exactTotal(edges: readonly Edge[]): number {
  // The package compares sums exactly, so scores are integers.
  const whole = edges.map(({ a, b, score }): [number, number, number] => [a, b, Math.round(score * 1e6)])
  return totalOf(findExactMatching(whole), edges)
}

/** Returns the sum of the scores of the pairs that the product made. */
function totalOfProduct(crowd: readonly Attended[], openAt: number): number {
  return mateOf(crowd).reduce((total, partner, index) => {
    const [one, other] = [crowd[index], crowd[partner]]
    if (!one || !other || partner < index) return total
    const score = scoreOf(one, other, openAt)
    if (score === null) throw new Error(`The product matched ${index} and ${partner} against its rules.`)
    return total + score
  }, 0)
}

function hasCommonLanguage({ seeker, partner }: Attended, crowd: readonly Attended[]) {
  const languages = crowd[partner ?? -1]?.seeker.languages ?? []
  return seeker.languages.some((language) => languages.includes(language))
}

async function measure(members: number, seed: number, isHeld: boolean): Promise<Figures> {
  const crowd = await simulateCrowd({
    seed,
    members,
    isHeld,
    arriveWithin: isHeld ? HELD_FOR : ARRIVE_WITHIN,
  })
  const openAt = isHeld ? HELD_FOR : 0
  const mayBeExact = members <= (isHeld ? 100 : 1_000)
  const edges = edgesOf(crowd, openAt, mayBeExact)
  const waits = crowd
    .filter(({ partner }) => partner !== null)
    .map(({ arrivedAt, leftAt }) => leftAt - arrivedAt)
  return {
    ours: totalOfProduct(crowd, openAt),
    strong: totalOf(strongMatching(edges, members), edges),
    exact: mayBeExact && edges.length <= EXACT_PAIRS ? exactTotal(edges) : null,
    matched: waits.length / members,
    median: percentile(waits, 0.5),
    common: crowd.filter((one) => hasCommonLanguage(one, crowd)).length / waits.length,
  }
}

const percent = (values: readonly number[]) => {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => (value * 100).toFixed(1))
  return `${least}–${most} %`
}

say(
  'crowd | matched | median wait | with a common language | share of the optimum | optimum | strong matching of the exact one',
)
for (const isHeld of [false, true])
  for (const members of CROWDS) {
    const seeds = members > 10_000 ? [1] : members > 1_000 ? [1, 2] : [1, 2, 3, 4, 5]
    const figures: Figures[] = []
    for (const seed of seeds) figures.push(await measure(members, seed, isHeld))
    const isExact = figures.every(({ exact }) => exact !== null)
    const medians = figures.map(({ median }) => median)
    say(
      [
        `${members} ${isHeld ? 'wait at once' : 'arrive in a minute'}`,
        percent(figures.map(({ matched }) => matched)),
        `${milliseconds(Math.min(...medians))}–${milliseconds(Math.max(...medians))}`,
        percent(figures.map(({ common }) => common)),
        percent(figures.map(({ ours, strong, exact }) => ours / (exact ?? strong))),
        isExact ? 'exact' : 'strong',
        isExact ? percent(figures.map(({ strong, exact }) => strong / (exact ?? 1))) : '–',
      ].join(' | '),
    )
  }
