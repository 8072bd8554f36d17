import { TIMING } from '#schema/limits.ts'

/** Milliseconds without a sign of the reading tab after which another tab takes over. */
const SILENCE = 3 * TIMING.streamHeartbeat
/** Milliseconds that the reading tab has to answer a page that woke up. */
const ANSWER_WITHIN = 500

/** Watches the tab that reads the stream. It may be frozen, under an open dialog of the browser, or crashed. */
export interface LeaderWatch {
  /** Starts the watch, or records a sign of the reading tab. */
  heard(): void
  /** Asks the reading tab for a sign. */
  check(): void
  stop(): void
}

interface LeaderWatchDeps {
  ask(): void
  /** The reading tab was silent for too long. */
  onSilence(): void
}

export function createLeaderWatch({ ask, onSilence }: LeaderWatchDeps): LeaderWatch {
  let silence: ReturnType<typeof setTimeout> | undefined
  let answer: ReturnType<typeof setTimeout> | null = null

  function stop() {
    clearTimeout(silence)
    if (answer) clearTimeout(answer)
    answer = null
  }

  return {
    stop,
    heard() {
      stop()
      silence = setTimeout(onSilence, SILENCE)
    },
    check() {
      if (answer) return
      answer = setTimeout(onSilence, ANSWER_WITHIN)
      ask()
    },
  }
}
