import type { Clock } from '#server/platform/clock.ts'
import { isOutage } from '#server/platform/postgres/index.ts'

/** What the failure log needs of a logger. */
interface Target {
  error(details: object, message: string): void
  warn(details: object, message: string): void
}

export interface FailureLog {
  /** Logs an error. Outages of PostgreSQL and Redis are logged once, as a warning, while they last. */
  error(details: { error: unknown; [name: string]: unknown }, message: string): void
  warn(details: object, message: string): void
}

/** An outage is over when nothing failed because of it for so long. */
const QUIET_MILLISECONDS = 15_000

/** Creates a log in which an outage is one line, not one for every request that fails during it. */
export function createFailureLog({ log, clock }: { log: Target; clock: Clock }): FailureLog {
  let lastOutage = Number.NEGATIVE_INFINITY
  return {
    error(details, message) {
      if (!isOutage(details.error)) return log.error(details, message)
      const now = clock.now()
      const isNew = now - lastOutage > QUIET_MILLISECONDS
      lastOutage = now
      if (isNew) log.warn(details, 'PostgreSQL or Redis cannot be reached; requests are answered with 503')
    },
    warn: (details, message) => log.warn(details, message),
  }
}
