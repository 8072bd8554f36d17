import { vi } from 'vitest'

/**
 * Keeps timers of this length or longer, in milliseconds, from firing until mocks are restored. An event that still
 * happens does not depend on them, so a test need not measure time.
 */
export function freezeTimers(from: number) {
  const original = globalThis.setTimeout
  const held = (...[work, delay = 0, ...given]: Parameters<typeof setTimeout>) => {
    if (delay < from) return original(work, delay, ...given)
    const timer = original(() => undefined, 0)
    clearTimeout(timer)
    return timer
  }
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(Object.assign(held, original))
}

/** Keeps new intervals from firing until mocks are restored. */
export function freezeIntervals() {
  const original = globalThis.setInterval
  vi.spyOn(globalThis, 'setInterval').mockImplementation(() => {
    const timer = original(() => undefined, 1)
    clearInterval(timer)
    return timer
  })
}
