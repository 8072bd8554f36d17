import { createDeadline } from '../data/deadline.ts'
import { ApiFailure, isAbort } from '../data/failure.ts'

/** Milliseconds before the second attempt; each further wait is twice as long. */
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 15_000
/** Milliseconds after which an attempt without an answer counts as failed. */
const ANSWER_WITHIN = 15_000
const TEMPORARY_STATUSES = [408, 425, 429]

/** Returns whether the same request may succeed later: the server was not reached, was busy, or failed. */
export function isTemporary(error: unknown): boolean {
  if (isAbort(error)) return false
  if (!(error instanceof ApiFailure)) return true
  // A proxy answered instead of the server, for example the login page of a public network.
  if (error.code === 'UNREADABLE' && error.status < 400) return true
  return error.status === 0 || error.status >= 500 || TEMPORARY_STATUSES.includes(error.status)
}

export interface Retry {
  /** Resolves after the first attempt, whether it succeeded or failed. */
  readonly firstAttempt: Promise<void>
  stop(): void
}

/**
 * Repeats an attempt until it succeeds, the server refuses it for good, or `stop` is called. The pause between two
 * attempts grows from 1 s to 15 s. Each failure is logged under the name of the attempt.
 */
export function retryUntilDone(
  name: string,
  attempt: (signal: AbortSignal) => Promise<unknown>,
  onEnd?: () => void,
): Retry {
  let timer: ReturnType<typeof setTimeout> | null = null
  let stopped = false
  let wait = FIRST_WAIT

  async function run() {
    const deadline = createDeadline(ANSWER_WITHIN)
    try {
      await attempt(deadline.signal)
    } catch (error) {
      if (stopped) return
      // biome-ignore lint/suspicious/noConsole: such a failure is only logged (spec §8)
      console.error(`${name} failed`, error)
      if (deadline.hasExpired() || isTemporary(error)) {
        timer = setTimeout(() => void run(), wait)
        wait = Math.min(2 * wait, LONGEST_WAIT)
        return
      }
    } finally {
      deadline[Symbol.dispose]()
    }
    if (!stopped) onEnd?.()
  }

  return {
    firstAttempt: run(),
    stop() {
      stopped = true
      if (timer) clearTimeout(timer)
    },
  }
}
