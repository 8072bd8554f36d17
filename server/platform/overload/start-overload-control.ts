import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Pool } from 'pg'
import type { FailureLog } from '#server/platform/logging/failure-log.ts'
import { createLoadShedder, type LoadShedder } from './load-shedder.ts'
import { createPoolWait } from './pool-wait.ts'
import { createPressure, type PressureLevel } from './pressure.ts'

/** How often the pressure is sampled, in milliseconds. */
const SAMPLE_EVERY = 250
/** The histogram's own interval, in milliseconds. It counts as delay. */
const RESOLUTION = 10
const NANOSECONDS = 1e6

const REPORTS: Record<PressureLevel, string> = {
  0: 'no longer overloaded: all requests are answered',
  1: 'overloaded: lists are refused',
  2: 'overloaded: only chat, safety and payments are answered',
  3: 'overloaded: all requests are refused',
}

export interface OverloadOptions {
  pool: Pool
  log: Pick<FailureLog, 'warn'>
  /** Replaces the measured delay of the event loop, in milliseconds. */
  loopDelay?: (() => number) | undefined
}

/** Measures how overloaded this node is, and refuses requests accordingly. */
export function startOverloadControl({ pool, log, loopDelay }: OverloadOptions): LoadShedder & Disposable {
  const delays = createLoopDelays()
  const pressure = createPressure({
    loopDelay: loopDelay ?? delays.median,
    poolWait: createPoolWait(pool),
    onChange: (level) => log.warn({ level }, REPORTS[level]),
  })
  const timer = setInterval(pressure.sample, SAMPLE_EVERY)
  timer.unref()
  return {
    ...createLoadShedder({ level: pressure.level }),
    [Symbol.dispose]() {
      clearInterval(timer)
      delays.stop()
    },
  }
}

function createLoopDelays() {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION })
  delays.enable()
  return {
    /** Since the last call. A single long task, such as a large export, is no overload. */
    median() {
      const median = delays.percentile(50) / NANOSECONDS - RESOLUTION
      delays.reset()
      return median
    },
    stop: () => delays.disable(),
  }
}
