import { TIMING } from '#schema/limits.ts'

/** Tells that one is writing: at most once a second, and that one stopped after three seconds of nothing. */
export interface OwnTyping {
  typed(): void
  stop(): void
  [Symbol.dispose](): void
}

export function createOwnTyping({ tell, now }: { tell(isTyping: boolean): void; now(): number }): OwnTyping {
  let toldAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | null = null

  function forget() {
    if (timer) clearTimeout(timer)
    timer = null
    toldAt = Number.NEGATIVE_INFINITY
  }

  function stop() {
    if (timer === null) return
    forget()
    tell(false)
  }

  return {
    stop,
    typed() {
      if (now() - toldAt >= TIMING.typingThrottle) {
        toldAt = now()
        tell(true)
      }
      if (timer) clearTimeout(timer)
      timer = setTimeout(stop, TIMING.typingAutoStop)
    },
    [Symbol.dispose]: forget,
  }
}
