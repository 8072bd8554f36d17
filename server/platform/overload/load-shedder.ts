import type { PressureLevel } from './pressure.ts'

/** `vital`: chat, safety and money. `deferrable`: lists and figures, which a person can read later. */
export type Importance = 'vital' | 'normal' | 'deferrable'

/** The level from which requests are refused. */
const REFUSED_FROM: Record<Importance, PressureLevel> = { deferrable: 1, normal: 2, vital: 3 }

/**
 * How many requests of a kind may be in progress. Lists share the connections of the pool with everything else. At a
 * few hundred messages a second, as many vital requests as this wait a few seconds.
 */
const IN_PROGRESS: Record<Importance, number> = { deferrable: 64, normal: 512, vital: 2_048 }

export interface LoadShedder {
  /** Returns whether a request may be answered. The caller then calls `leave` once, when it has been. */
  enter(importance: Importance): boolean
  leave(importance: Importance): void
}

/** Refuses requests while a node is overloaded, the least important ones first. A refusal costs little. */
export function createLoadShedder({
  level,
  limits = IN_PROGRESS,
}: {
  level(): PressureLevel
  limits?: Record<Importance, number>
}): LoadShedder {
  const inProgress: Record<Importance, number> = { vital: 0, normal: 0, deferrable: 0 }
  return {
    enter(importance) {
      if (level() >= REFUSED_FROM[importance] || inProgress[importance] >= limits[importance]) return false
      inProgress[importance] += 1
      return true
    },
    leave(importance) {
      inProgress[importance] -= 1
    },
  }
}
