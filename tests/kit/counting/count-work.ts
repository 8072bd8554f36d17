import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { vi } from 'vitest'
import { countHashes } from './count-hashes.ts'
import { countRedisCommands } from './count-redis-commands.ts'
import { countStatements } from './count-statements.ts'
import { countWrites } from './count-writes.ts'
import { createHeldTimers } from './hold-timers.ts'
import { createCallTracker } from './track-calls.ts'

/** What the servers of this process did. */
export interface Work {
  statements: string[]
  transactions: number
  redisCommands: string[]
  hashes: number
}

export interface WorkCounter {
  /** Holds background jobs, and waits until nothing is under way. The caches of the nodes are then current. */
  hold(): Promise<void>
  /** Lets background jobs run again: a node cannot stop without them. */
  release(): void
  /** Resolves once nothing is under way. */
  quiet(): Promise<void>
  /** Counts what the task causes, until nothing is under way any more. */
  during(task: () => Promise<unknown>): Promise<Work>
  /** Returns how often a server wrote to the connection of this client so far. */
  writesTo(client: Socket): number
  /** Restores mocks. */
  stop(): void
}

/** Work that goes on without a statement or a command under way ends within this many turns of the event loop. */
const QUIET_TURNS = 50

/** Begins to count. Servers must be started after it, because it controls their timers. */
export function createWorkCounter(): WorkCounter {
  const tracker = createCallTracker()
  const timers = createHeldTimers()
  const sql = countStatements(tracker)
  const redisCommands = countRedisCommands(tracker)
  const hashes = countHashes()
  const writes = countWrites()

  async function quiet() {
    for (let turns = 0; turns < QUIET_TURNS; turns += 1) {
      await turn()
      if (tracker.pending() > 0) turns = 0
    }
  }

  return {
    async hold() {
      timers.hold()
      await quiet()
    },
    release: timers.release,
    quiet,
    async during(task) {
      await quiet()
      const before = {
        statements: sql.statements.length,
        transactions: sql.transactions,
        redisCommands: redisCommands.length,
        hashes: hashes.calls,
      }
      await task()
      await quiet()
      return {
        statements: sql.statements.slice(before.statements),
        transactions: sql.transactions - before.transactions,
        redisCommands: redisCommands.slice(before.redisCommands),
        hashes: hashes.calls - before.hashes,
      }
    },
    writesTo: writes.to,
    stop() {
      writes.stop()
      vi.restoreAllMocks()
      hashes.restore()
    },
  }
}
