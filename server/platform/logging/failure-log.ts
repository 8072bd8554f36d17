import type { Clock } from '#server/platform/clock.ts'
import { isOutage } from '#server/platform/postgres/index.ts'

/** The part of a logger that the failure log uses. */
interface Target {
  error(details: object, message: string): void
  warn(details: object, message: string): void
}

export interface FailureLog {
  /** Logs an error. Outages of PostgreSQL and Redis are logged once, as a warning, while they last. */
  error(details: { error: unknown; [name: string]: unknown }, message: string): void
  warn(details: object, message: string): void
}

export interface StoppableFailureLog extends FailureLog {
  /** Logs no more outages: this process closes its own connections. */
  ignoreOutages(): void
}

/** An outage counts as over after this time without a failure. */
const QUIET_MILLISECONDS = 15_000

/** Creates a log that writes one line per outage instead of one per failed request. */
export function createFailureLog({
  log,
  clock,
  onOutage = () => undefined,
  requestId = () => undefined,
}: {
  log: Target
  clock: Clock
  /** Called once for each outage. */
  onOutage?(): void
  /** Returns the id of the current request, which every line gets. */
  requestId?(): string | undefined
}): StoppableFailureLog {
  const withId = <Details extends object>(details: Details) => ({ ...details, requestId: requestId() })
  let lastOutage = Number.NEGATIVE_INFINITY
  let areOutagesIgnored = false
  return {
    error(given, message) {
      const details = withId(given)
      if (!isOutage(details.error)) return log.error(details, message)
      if (areOutagesIgnored) return
      const now = clock.now()
      const isNew = now - lastOutage > QUIET_MILLISECONDS
      lastOutage = now
      if (!isNew) return
      onOutage()
      log.warn(details, 'PostgreSQL or Redis cannot be reached; requests are answered with 503')
    },
    warn: (details, message) => log.warn(withId(details), message),
    ignoreOutages() {
      areOutagesIgnored = true
    },
  }
}
