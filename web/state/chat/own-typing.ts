import { TIMING } from '#schema/limits.ts'

/**
 * Reports that the member is typing, at most once a second, and that they stopped after three seconds without a
 * keystroke.
 */
export interface OwnTyping {
  typed(): void
  stop(): void
  [Symbol.dispose](): void
}

export function createOwnTyping({
  report,
  now,
}: {
  report(isTyping: boolean): void
  now(): number
}): OwnTyping {
  let reportedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | null = null

  function reset() {
    if (timer) clearTimeout(timer)
    timer = null
    reportedAt = Number.NEGATIVE_INFINITY
  }

  function stop() {
    if (timer === null) return
    reset()
    report(false)
  }

  return {
    stop,
    typed() {
      if (now() - reportedAt >= TIMING.typingThrottle) {
        reportedAt = now()
        report(true)
      }
      if (timer) clearTimeout(timer)
      timer = setTimeout(stop, TIMING.typingAutoStop)
    },
    [Symbol.dispose]: reset,
  }
}
