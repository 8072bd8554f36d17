import { vi } from 'vitest'

/** Timers of this length or longer run background work, in milliseconds. Shorter ones gather requests. */
const BACKGROUND_FROM = 100
/** Intervals up to this length keep caches current, in milliseconds. */
const FREQUENT_UP_TO = 1_000

export interface HeldTimers {
  /** Runs every frequent interval once. From then on, neither intervals nor long timers fire. */
  hold(): void
  /** Lets the timers fire again, beginning with those that were due. */
  release(): void
}

/**
 * Controls the intervals and the long timers that are created from now on, until mocks are restored. Background jobs run in
 * them, so they cannot add to what is counted while the timers are held.
 */
export function createHeldTimers(): HeldTimers {
  const { setInterval, setTimeout } = globalThis
  const frequent = new Map<NodeJS.Timeout, () => void>()
  const due: (() => void)[] = []
  let isHeld = false

  const interval = (...[work, period = 0, ...given]: Parameters<typeof setInterval>) => {
    const run = () => work(...given)
    const timer = setInterval(() => {
      if (!isHeld) run()
    }, period)
    if (period <= FREQUENT_UP_TO) frequent.set(timer, run)
    return timer
  }
  const timeout = (...[work, delay = 0, ...given]: Parameters<typeof setTimeout>) => {
    if (delay < BACKGROUND_FROM) return setTimeout(work, delay, ...given)
    return setTimeout(() => {
      if (isHeld) due.push(() => work(...given))
      else work(...given)
    }, delay)
  }
  vi.spyOn(globalThis, 'setInterval').mockImplementation(Object.assign(interval, setInterval))
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(Object.assign(timeout, setTimeout))
  return {
    hold() {
      isHeld = true
      for (const run of frequent.values()) run()
    },
    release() {
      isHeld = false
      for (const run of due.splice(0)) run()
    },
  }
}
