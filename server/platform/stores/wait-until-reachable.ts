import { setTimeout as sleep } from 'node:timers/promises'
import { type StoreProblem, StoreUnavailable } from './store-problem.ts'

/** The pause between two attempts, in seconds. */
const PAUSE = 1
/** A line is printed with the first failed attempt, and again after as many pauses. */
const ATTEMPTS_PER_LINE = 5

export interface WaitOptions {
  /** Connects once. */
  attempt(): Promise<void>
  problemOf(error: unknown): StoreProblem | null
  /** How long to try again while the problem is temporary. */
  seconds: number
  /** Prints a line for the operator. */
  report(line: string): void
  pause?(seconds: number): Promise<unknown>
}

/**
 * Tries to connect until it succeeds. @throws StoreUnavailable at once when waiting cannot help, else after `seconds`;
 * an error that is no problem of the connection as it is
 */
export async function waitUntilReachable({
  attempt,
  problemOf,
  seconds,
  report,
  pause = (time) => sleep(time * 1_000),
}: WaitOptions): Promise<void> {
  for (let failed = 0; ; failed += 1) {
    try {
      return await attempt()
    } catch (error) {
      const problem = problemOf(error)
      if (!problem) throw error
      const left = seconds - failed * PAUSE
      if (!problem.isTemporary || left <= 0) throw new StoreUnavailable(problem.sentence, { cause: error })
      if (failed % ATTEMPTS_PER_LINE === 0)
        report(`${problem.sentence} The start waits ${left} more seconds.`)
      await pause(PAUSE)
    }
  }
}
