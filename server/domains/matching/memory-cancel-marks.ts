import type { Clock } from '#server/platform/clock.ts'
import type { StartedPair } from './ticket.ts'
import { CANCEL_KEPT_FOR, CANCELLED_SEARCHES_KEPT, type Poll } from './ticket-store.ts'

interface Mark {
  mark: string
  /** The chat from a list that ended the search; null for a cancel. */
  started: StartedPair | null
  searchIds: readonly string[]
  until: number
}

/** Remembers who ended their search. An earlier poll cannot begin it again. */
export interface CancelMarks {
  of(userId: string): string | null
  set(userId: string, ended: { searchId?: string | null; started?: StartedPair }): void
  cancelled(userId: string, searchId: string | null): boolean
  /** Whether the member ended their search after the poll began; with the started pair, where that ended it. */
  overtakes(userId: string, poll: Poll): { started: StartedPair | null } | null
  forgetStarted(userId: string, fits: (pair: StartedPair) => boolean): void
}

export function createCancelMarks({ clock }: { clock: Clock }): CancelMarks {
  // In the order of setting, so outdated marks come first.
  const marks = new Map<string, Mark>()
  let last = 0

  function find(userId: string): Mark | null {
    const found = marks.get(userId)
    return found && found.until > clock.now() ? found : null
  }

  function dropOutdated(now: number) {
    for (const [userId, { until }] of marks) {
      if (until > now) break
      marks.delete(userId)
    }
  }

  return {
    of: (userId) => find(userId)?.mark ?? null,

    set(userId, { searchId = null, started = null }) {
      const before = find(userId)?.searchIds ?? []
      const searchIds = searchId ? [searchId, ...before].slice(0, CANCELLED_SEARCHES_KEPT) : before
      last += 1
      marks.delete(userId)
      marks.set(userId, { mark: String(last), started, searchIds, until: clock.now() + CANCEL_KEPT_FOR })
      dropOutdated(clock.now())
    },

    cancelled: (userId, searchId) =>
      searchId !== null && (find(userId)?.searchIds.includes(searchId) ?? false),

    overtakes(userId, { mark }) {
      const found = find(userId)
      return found && found.mark !== mark ? { started: found.started } : null
    },

    forgetStarted(userId, fits) {
      const found = marks.get(userId)
      if (found?.started && fits(found.started)) found.started = null
    },
  }
}
