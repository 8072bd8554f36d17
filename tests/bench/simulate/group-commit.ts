/** Writes to a log as PostgreSQL does: one flush at a time, and all transactions that wait share the next one. */
export interface GroupCommit {
  /** Adds a transaction that is ready at `at` and returns when it is on disk. `at` never goes back. */
  join(at: number): number
  readonly flushes: number
}

export function createGroupCommit(flush: number): GroupCommit {
  let begins = Number.NEGATIVE_INFINITY
  let flushes = 0
  return {
    join(at) {
      // A flush that has not begun takes this transaction along.
      if (at > begins) {
        begins = Math.max(at, begins + flush)
        flushes += 1
      }
      return begins + flush
    },
    get flushes() {
      return flushes
    },
  }
}
