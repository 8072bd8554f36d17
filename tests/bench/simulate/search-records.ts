import type { Seeker } from '#server/domains/matching/index.ts'
import { type Likeness, STAGES } from '#server/domains/matching/relaxation.ts'
import { likeness } from '#server/domains/matching/scoring.ts'
import { type Attended, createCounts } from '../match-crowd.ts'

/** One search of a member, with the stage at which it could be matched. */
export interface Search extends Attended {
  end: 'matched' | 'gone' | 'waiting'
  stage: number | null
  shared: number | null
  hasCommonLanguage: boolean | null
}

/** The first stage that the likeness of a pair passes. */
const stageFor = (both: Likeness) => STAGES.findIndex((stage) => stage.suffices(both))

/** Keeps every search, and who waits. Times are in milliseconds since the start. */
export function createSearchRecords() {
  const all: Search[] = []
  const counts = createCounts()
  /** The place in `all` of the search that a member waits with. */
  const waiting = new Map<number, number>()

  function leave(member: number, at: number, change: Partial<Search>) {
    const place = waiting.get(member)
    const search = place === undefined ? undefined : all[place]
    if (!search) return
    Object.assign(search, { leftAt: at }, change)
    waiting.delete(member)
    counts.change(search.seeker, -1)
  }

  return {
    all,
    isWaiting: (member: number) => waiting.has(member),
    /** Identifies the search of a member who waits: a later search of the member has another place. */
    placeOf: (member: number) => waiting.get(member),
    waiting: () => waiting.size,
    /** When the search that waits longest began; infinity when none waits. */
    oldestWaiting() {
      const [place] = waiting.values()
      return all[place ?? -1]?.arrivedAt ?? Number.POSITIVE_INFINITY
    },
    begin(member: number, seeker: Seeker, at: number) {
      waiting.set(member, all.length)
      counts.change(seeker, 1)
      const open = { leftAt: Number.POSITIVE_INFINITY, partner: null }
      const unknown = { stage: null, shared: null, hasCommonLanguage: null }
      all.push({ seeker, arrivedAt: at, end: 'waiting', ...open, ...unknown, ...counts.of(seeker) })
    },
    match(one: number, other: number, at: number) {
      const [first, second] = [waiting.get(one), waiting.get(other)]
      const [a, b] = [all[first ?? -1], all[second ?? -1]]
      if (first === undefined || second === undefined || !a || !b) return false
      const both = likeness(a.seeker, b.seeker, () => 1)
      const found: Partial<Search> = {
        stage: stageFor(both),
        shared: both.shared,
        hasCommonLanguage: both.language,
        end: 'matched',
      }
      leave(one, at, { ...found, partner: second })
      leave(other, at, { ...found, partner: first })
      return true
    },
    giveUp: (member: number, at: number) => leave(member, at, { end: 'gone' }),
  }
}
