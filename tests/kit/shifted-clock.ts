import { globSync } from 'node:fs'
import type { BrowserContext } from '@playwright/test'

/** The library of Debian's package `faketime`. */
const LIBRARY = '/usr/lib/*/faketime/libfaketimeMT.so.1'
/** The variables that shift the clock of a program and of those it starts, and the one that sets their zone. */
const VARIABLES = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC', 'NO_FAKE_STAT', 'TZ']

/**
 * Returns the environment in which programs read the time shifted by these seconds. Durations and the times of files
 * stay real. @throws Error where faketime is not installed
 */
export function shiftedClock(seconds: number): Record<string, string> {
  const [library] = globSync(LIBRARY)
  if (!library) throw new Error('another date needs Linux with the package faketime, which is not installed')
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  }
}

/** Returns the part of this process's environment that gives the processes it starts the same clock and zone. */
export const clockOfThisRun = (env: NodeJS.ProcessEnv = process.env): Record<string, string> =>
  Object.fromEntries(VARIABLES.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))

/** Why a test of PostgreSQL's `lock_timeout` is skipped: under the library, the handler of its timer sees the real time. */
export const NEEDS_REAL_CLOCK = 'the timeouts of PostgreSQL need the real clock'

export const isShifted = (env: NodeJS.ProcessEnv = process.env): boolean => Boolean(env.FAKETIME)

/** Returns the environment of a program whose clock stays real. */
export const withRealClock = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => ({
  ...env,
  LD_PRELOAD: '',
})

/** Shifts `Date` in a page. Chromium itself has the real clock: the library would slow it down a hundredfold. */
function shiftDate(seconds: number): void {
  const RealDate = Date
  const now = () => RealDate.now() + seconds * 1_000
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}

/** Gives the pages of a browser the clock of this run. */
export async function shiftPages(context: Pick<BrowserContext, 'addInitScript'>): Promise<void> {
  const seconds = Number(process.env.FAKETIME ?? 0)
  if (seconds !== 0) await context.addInitScript(shiftDate, seconds)
}
