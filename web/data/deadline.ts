export interface Deadline {
  readonly signal: AbortSignal
  hasExpired(): boolean
  abort(): void
  [Symbol.dispose](): void
}

/**
 * Creates a signal that aborts after the given time or with the given signal. A dead connection never answers by
 * itself.
 */
export function createDeadline(milliseconds: number, signal?: AbortSignal): Deadline {
  const aborter = new AbortController()
  let expired = false
  const timer = setTimeout(() => {
    expired = true
    aborter.abort()
  }, milliseconds)
  return {
    signal: signal ? AbortSignal.any([signal, aborter.signal]) : aborter.signal,
    hasExpired: () => expired,
    abort: () => aborter.abort(),
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}
