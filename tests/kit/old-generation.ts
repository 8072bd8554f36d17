import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** V8's memory for objects that have outlived two collections of the young generation. */
export interface OldGeneration {
  /** Collects the garbage of the young generation alone, or of both. */
  collect(generations: 'young' | 'both'): void
  /** Bytes, with garbage. */
  used(): number
}

export function watchOldGeneration(): OldGeneration {
  setFlagsFromString('--expose-gc')
  const collect: (options?: { type: 'minor' }) => void = runInNewContext('gc')
  return {
    collect: (generations) => (generations === 'young' ? collect({ type: 'minor' }) : collect()),
    used: () =>
      getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0,
  }
}
