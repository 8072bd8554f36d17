import { ApiError } from '#server/platform/errors.ts'
import type { ReadSource } from './read-source.ts'
import type { Replica } from './replica.ts'

export interface Reads {
  /**
   * Runs reads on the standby if it has every commit that was acknowledged before this call, by any node; otherwise, and
   * when they fail there, on the primary. The work may therefore run twice, and must only read.
   */
  run<Result>(work: (source: ReadSource) => Promise<Result>): Promise<Result>
}

export interface ReadsDeps {
  primary: ReadSource
  replica: ReadSource & Pick<Replica, 'catchesUp'>
  primaryPosition(): Promise<bigint>
  /** Called once for each time in which reads go to the primary, with the reason. */
  onUnavailable(reason: string): void
}

/** How long no read tries a standby that failed or was behind, in milliseconds. */
const REST = 1_000

/** Creates reads without a standby. */
export const createPrimaryReads = (primary: ReadSource): Reads => ({ run: (work) => work(primary) })

/** A standby counts as available again after this time without a failure, in milliseconds. */
const QUIET = 15_000

/** Creates reads that prefer a standby. docs/decisions/0018-reads-on-a-standby.md explains why they are never stale. */
export function createReplicaReads({ primary, replica, primaryPosition, onUnavailable }: ReadsDeps): Reads {
  let lastFailure = Number.NEGATIVE_INFINITY

  function rest(reason: string) {
    const now = performance.now()
    if (now - lastFailure > QUIET) onUnavailable(reason)
    lastFailure = now
  }

  return {
    async run(work) {
      if (performance.now() - lastFailure < REST) return work(primary)
      try {
        if (await replica.catchesUp(primaryPosition)) return await work(replica)
        rest('It is too far behind the primary.')
      } catch (error) {
        // The standby answered, and what it knows is current.
        if (error instanceof ApiError) throw error
        rest(error instanceof Error ? error.message : String(error))
      }
      return work(primary)
    },
  }
}
