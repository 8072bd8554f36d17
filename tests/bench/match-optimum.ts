import { LAST_STAGE, stageOf, suffices } from '#server/domains/matching/relaxation.ts'
import { likeness, rarity } from '#server/domains/matching/scoring.ts'
import { suitByAge } from '#server/domains/matching/suit-by-age.ts'
import type { Attended } from './match-crowd.ts'

export interface Edge {
  a: number
  b: number
  score: number
}

/** Scales the weights of the product to natural logarithms. */
const WEIGHT = 2 ** -32
/** Each criterion only decides between pairs that are equal in those before it. */
const LOOKING_FOR = 1e-3
const PREMIUM = 1e-5
const WAITING = 1e-10

const accepts = ({ seeker }: Attended, other: Attended) =>
  seeker.genderFilter === null || seeker.genderFilter === other.seeker.gender

/**
 * Returns the score of a pair as the product has it when the later of the two can first be matched; null for a pair that
 * it could not make while both waited.
 */
export function scoreOf(one: Attended, other: Attended, openAt: number): number | null {
  const [earlier, later] = one.arrivedAt <= other.arrivedAt ? [one, other] : [other, one]
  const together = Math.max(later.arrivedAt, openAt)
  const until = Math.min(one.leftAt, other.leftAt)
  if (together > until || !accepts(one, other) || !accepts(other, one)) return null
  if (!suitByAge(one.seeker, other.seeker)) return null
  const { interests } = later.seeker
  const weightOf = (interest: string) =>
    rarity({ waiting: later.waiting, with: () => later.having[interests.indexOf(interest)] ?? 0 }, interest)
  const both = likeness(later.seeker, earlier.seeker, weightOf)
  const stage = Math.max(
    ...[one, other].map(({ seeker: { premium }, arrivedAt }) =>
      stageOf({ premium, waitingSince: arrivedAt }, until),
    ),
  )
  if (!suffices(both, Math.min(LAST_STAGE, stage))) return null
  const premiums = Number(one.seeker.premium) + Number(other.seeker.premium)
  const waited = together - earlier.arrivedAt
  // What two members share counts only if they can talk.
  const inCommon = both.language ? both.weight * WEIGHT + both.lookingFor * LOOKING_FOR : 0
  return inCommon + premiums * PREMIUM + waited * WAITING
}

/**
 * Of a large crowd, a member is compared with this many others, those who share their rarest interests, and this many of
 * the best pairs are kept. The larger the crowd, the fewer: otherwise they would not fit into memory.
 */
const limitsFor = (members: number) =>
  members > 10_000 ? { compared: 400, kept: 10 } : { compared: 1_500, kept: 30 }

/**
 * Returns the possible pairs with a score above zero: of a small crowd all of them, of a large one the best of each
 * member.
 */
export function edgesOf(crowd: readonly Attended[], openAt: number, isExact: boolean): Edge[] {
  const byInterest = new Map<string, number[]>()
  const edges: Edge[] = []
  const limits = limitsFor(crowd.length)
  /** While matching is held, no member leaves. */
  const presentOf = (members: number[], { arrivedAt }: Attended) =>
    arrivedAt < openAt ? members : members.filter((other) => (crowd[other]?.leftAt ?? 0) >= arrivedAt)
  // In the order of arrival, each with those who arrived before: the lists drop members who have left.
  crowd.forEach((attended, index) => {
    const own: Edge[] = []
    const compared = new Set<number>()
    const having = new Map(
      attended.seeker.interests.map((interest, at) => [interest, attended.having[at] ?? 0]),
    )
    const rarestFirst = [...having].sort(([, a], [, b]) => a - b).map(([interest]) => interest)
    for (const interest of rarestFirst) {
      const there = presentOf(byInterest.get(interest) ?? [], attended)
      byInterest.set(interest, there)
      // The latest first: otherwise all members of a large crowd would be compared with the same few.
      for (let at = there.length - 1; at >= 0 && (isExact || compared.size < limits.compared); at -= 1) {
        const other = there[at] ?? index
        if (compared.has(other)) continue
        compared.add(other)
        const score = scoreOf(attended, crowd[other] ?? attended, openAt)
        if (score !== null) own.push({ a: other, b: index, score })
      }
      there.push(index)
    }
    own.sort((one, other) => other.score - one.score)
    for (const edge of isExact ? own : own.slice(0, limits.kept)) edges.push(edge)
  })
  return edges
}

/** The members with their present partners, for exchanging partners. */
function createMatched(size: number) {
  const mate = new Int32Array(size).fill(-1)
  const scores = new Float64Array(size)
  return {
    mate,
    /** The score of the pair of a member; 0 for a member who is free. */
    scoreOf: (member: number) => scores[member] ?? 0,
    isFree: (member: number) => mate[member] === -1,
    join(a: number, b: number, score: number) {
      mate[a] = b
      mate[b] = a
      scores[a] = score
      scores[b] = score
    },
    part(member: number) {
      for (const one of [mate[member] ?? -1, member]) {
        if (one < 0) continue
        mate[one] = -1
        scores[one] = 0
      }
    },
  }
}

/**
 * Returns the partner of each member in a matching that takes the best pairs first, and then joins two members wherever
 * that is worth more than their present pairs, counting what those whom they leave can have instead.
 */
export function strongMatching(edges: readonly Edge[], size: number): Int32Array {
  const { mate, scoreOf, isFree, join, part } = createMatched(size)
  const neighbours: Map<number, number>[] = Array.from({ length: size }, () => new Map())
  for (const { a, b, score } of [...edges].sort((one, other) => other.score - one.score)) {
    neighbours[a]?.set(b, score)
    neighbours[b]?.set(a, score)
    if (isFree(a) && isFree(b)) join(a, b, score)
  }
  const bestFree = (member: number, taken: readonly number[]): { other: number; score: number } => {
    let best = { other: -1, score: 0 }
    if (member < 0) return best
    // The best first.
    for (const [other, score] of neighbours[member] ?? [])
      if (isFree(other) && !taken.includes(other)) {
        best = { other, score }
        break
      }
    return best
  }
  for (let round = 0, isBetter = true; isBetter && round < 30; round += 1) {
    isBetter = false
    for (const { a, b, score } of edges) {
      if (mate[a] === b) continue
      const [c, d] = [mate[a] ?? -1, mate[b] ?? -1]
      const together = c >= 0 && d >= 0 ? (neighbours[c]?.get(d) ?? 0) : 0
      const ofC = bestFree(c, [a, b])
      const ofD = bestFree(d, [a, b, ofC.other])
      const apart = ofC.score + ofD.score
      if (score + Math.max(together, apart) <= scoreOf(a) + scoreOf(b) + 1e-9) continue
      part(a)
      part(b)
      join(a, b, score)
      if (together > apart) join(c, d, together)
      else {
        if (ofC.other >= 0) join(c, ofC.other, ofC.score)
        if (ofD.other >= 0) join(d, ofD.other, ofD.score)
      }
      isBetter = true
    }
  }
  return mate
}

/** Returns the sum of the scores of the pairs. */
export function totalOf(mate: ArrayLike<number>, edges: readonly Edge[]): number {
  return edges.reduce((total, { a, b, score }) => total + (mate[a] === b ? score : 0), 0)
}
