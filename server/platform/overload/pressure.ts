/** 0: everything is answered. 1: no lists. 2: only what is vital. 3: nothing. */
export type PressureLevel = 0 | 1 | 2 | 3

/**
 * From when a level holds, in milliseconds. A request waits for the event loop more than once, and for a connection of the
 * pool 5 seconds at most: each level begins before requests time out.
 */
const THRESHOLDS = [
  { level: 3, loopDelay: 1_500, poolWait: 3_000 },
  { level: 2, loopDelay: 600, poolWait: 1_500 },
  { level: 1, loopDelay: 200, poolWait: 500 },
] as const

/** How many samples must be calmer before the level falls, one step at a time. */
const CALM_SAMPLES = 2

export interface Pressure {
  level(): PressureLevel
  /** Takes a sample. Call it regularly. */
  sample(): void
}

/** Derives from samples how overloaded a node is. A rise counts at once. */
export function createPressure({
  loopDelay,
  poolWait,
  onChange,
}: {
  /** How late the event loop typically was since the last sample, in milliseconds. */
  loopDelay(): number
  /** How long a statement waits for a connection of the pool, in milliseconds. */
  poolWait(): number
  onChange(level: PressureLevel): void
}): Pressure {
  let level: PressureLevel = 0
  let calm = 0

  function change(next: PressureLevel) {
    level = next
    calm = 0
    onChange(level)
  }

  return {
    level: () => level,
    sample() {
      const measured = levelOf(loopDelay(), poolWait())
      if (measured > level) return change(measured)
      calm = measured < level ? calm + 1 : 0
      if (calm >= CALM_SAMPLES) change(BELOW[level])
    },
  }
}

const BELOW = { 0: 0, 1: 0, 2: 1, 3: 2 } as const

const levelOf = (loopDelay: number, poolWait: number): PressureLevel =>
  THRESHOLDS.find((one) => loopDelay >= one.loopDelay || poolWait >= one.poolWait)?.level ?? 0
