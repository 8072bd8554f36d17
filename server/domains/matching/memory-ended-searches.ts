import type { Clock } from '#server/platform/clock.ts'
import { ENDED_KEPT, type EndedSearch } from './ended-search.ts'
import type { Ticket } from './ticket.ts'

/** The searches that ended on a single node and are not counted yet. */
export interface EndedSearches {
  record(ticket: Ticket, end: Pick<EndedSearch, 'ended' | 'found'>): void
  /** The end of the search that goes on is not recorded: it is recorded already. */
  ignoreNext(userId: string): void
  after(place: string | null, limit: number): EndedSearch[]
  forget(upTo: string): void
}

export function createEndedSearches({ clock }: { clock: Clock }): EndedSearches {
  const kept = new Map<string, EndedSearch>()
  const ignored = new Set<string>()
  let last = 0

  return {
    record({ userId, interests, waitingSince }, end) {
      if (ignored.delete(userId)) return
      last += 1
      const place = `${clock.now()}-${last}`
      kept.set(place, { place, userId, interests, began: waitingSince, ...end })
      const [oldest] = kept.keys()
      if (kept.size > ENDED_KEPT && oldest) kept.delete(oldest)
    },
    ignoreNext: (userId) => ignored.add(userId),
    after(place, limit) {
      const all = [...kept.values()]
      // A place that is not here was counted and forgotten, or belongs to an earlier process.
      const from = all.findIndex((search) => search.place === place) + 1
      return all.slice(from, from + limit)
    },
    forget(upTo) {
      if (!kept.has(upTo)) return
      for (const place of kept.keys()) {
        kept.delete(place)
        if (place === upTo) return
      }
    },
  }
}
