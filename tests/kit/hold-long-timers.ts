import type { Page } from '@playwright/test'

/** Timers of this length or longer, in milliseconds, are held. */
const LONG = 30_000

declare global {
  interface Window {
    endLongTimers?(): void
  }
}

/**
 * Holds the long timers of the next document of this page until the returned function ends them all. Playwright's clock
 * would reach every page of the browser, which never ends while one of them is blocked.
 */
export async function holdLongTimers(page: Page) {
  await page.addInitScript((long) => {
    const original = window.setTimeout.bind(window)
    const cancel = window.clearTimeout.bind(window)
    const held = new Map<number, () => void>()
    const hold = (work: TimerHandler, delay = 0, ...given: unknown[]) => {
      if (delay < long || typeof work !== 'function') return original(work, delay, ...given)
      const timer = original(() => undefined, 0)
      held.set(timer, () => work(...given))
      return timer
    }
    window.setTimeout = Object.assign(hold, window.setTimeout)
    window.clearTimeout = (timer) => {
      held.delete(Number(timer))
      cancel(timer)
    }
    window.endLongTimers = () => {
      for (const [timer, work] of [...held]) if (held.delete(timer)) work()
    }
  }, LONG)
  return { end: () => page.evaluate(() => window.endLongTimers?.()) }
}
