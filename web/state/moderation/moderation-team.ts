import { CLAIM } from '#schema/moderation.ts'
import { createStore, type Store } from '../store.ts'

/** An event about the work of a moderator. */
export interface TeamChange {
  kind: string
  ids: readonly string[]
  actor: { id: string; displayName: string } | null
}

export interface TeamClaim {
  by: string
  /** In milliseconds since 1970. */
  until: number
}

export interface TeamState {
  /** The cases on these lists that other moderators decided, with the moderator's name. */
  decided: ReadonlyMap<string, string>
  /** The reports that other moderators have claimed. */
  claims: ReadonlyMap<string, TeamClaim>
}

export interface ReadReport {
  id: string
  claim: { by: { id: string; displayName: string }; until: string } | null
}

export interface TeamBoard extends Store<TeamState> {
  heard(change: TeamChange): void
  /**
   * Applies the claims of a list. Skips a report object that was applied before, because newer events may have
   * followed.
   */
  read(reports: readonly ReadReport[]): void
  /** Removes the decisions on cases that the lists no longer show. */
  forget(ids: readonly string[]): void
  /** Drops the claims that have expired. */
  expire(): void
}

const DECIDED = ['REPORT_DECIDED', 'APPEAL_DECIDED', 'MESSAGE_DECIDED']

/** Tracks the decisions and claims of the other moderators, not those of `ownId`. */
export function createTeamBoard({ ownId, now }: { ownId: string | null; now(): number }): TeamBoard {
  const { getState, setState, subscribe } = createStore<TeamState>({ decided: new Map(), claims: new Map() })

  const taken = new WeakSet<ReadReport>()

  function change(update: (decided: Map<string, string>, claims: Map<string, TeamClaim>) => void) {
    const before = getState()
    const [decided, claims] = [new Map(before.decided), new Map(before.claims)]
    update(decided, claims)
    setState({ decided, claims })
  }

  return {
    getState,
    subscribe,

    heard({ kind, ids, actor }) {
      if (!actor || actor.id === ownId) return
      change((decided, claims) => {
        for (const id of ids) {
          if (DECIDED.includes(kind)) decided.set(id, actor.displayName)
          if (kind === 'REPORT_CLAIMED') claims.set(id, { by: actor.displayName, until: now() + CLAIM.lasts })
          else if (kind === 'REPORT_RELEASED' || kind === 'REPORT_DECIDED') claims.delete(id)
        }
      })
    },

    read(reports) {
      const fresh = reports.filter((report) => !taken.has(report))
      if (fresh.length === 0) return
      change((_, claims) => {
        for (const report of fresh) {
          const { id, claim } = report
          taken.add(report)
          if (!claim || claim.by.id === ownId) claims.delete(id)
          else claims.set(id, { by: claim.by.displayName, until: Date.parse(claim.until) })
        }
      })
    },

    forget(ids) {
      change((decided) => {
        for (const id of ids) decided.delete(id)
      })
    },

    expire() {
      const late = [...getState().claims].filter(([, { until }]) => until <= now())
      if (late.length === 0) return
      change((_, claims) => {
        for (const [id] of late) claims.delete(id)
      })
    },
  }
}
