import type { Clock } from '#server/platform/clock.ts'
import { ApiError } from '#server/platform/errors.ts'
import { isOutage } from '#server/platform/postgres/index.ts'

/** The part of a logger that the failure log uses. */
interface Target {
  error(details: object, message: string): void
  warn(details: object, message: string): void
}

export interface FailureLog {
  /**
   * Logs an error. Outages of PostgreSQL and Redis, and what this server cannot do for now, are logged once, as a warning,
   * while they last.
   */
  error(details: { error: unknown; [name: string]: unknown }, message: string): void
  warn(details: object, message: string): void
}

/** The failure log of the whole server. */
export interface Failures extends FailureLog {
  /** Returns a function that logs a failure of background work, with the part of the server that failed. */
  of(part: string): (error: unknown) => void
}

interface StoppableFailures extends Failures {
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
}): StoppableFailures {
  const withId = <Details extends object>(details: Details) => ({ ...details, requestId: requestId() })
  /** The last time of each lasting problem, by its text. There are as many as the server has texts for them. */
  const lasting = new Map<string, number>()
  let areOutagesIgnored = false

  function begins(problem: string): boolean {
    const now = clock.now()
    const isNew = now - (lasting.get(problem) ?? Number.NEGATIVE_INFINITY) > QUIET_MILLISECONDS
    lasting.set(problem, now)
    return isNew
  }

  function logError(given: { error: unknown; [name: string]: unknown }, message: string) {
    const { error, ...details } = withId(given)
    if (isUnavailable(error)) {
      // The text says all: a stack would only show where we check it.
      if (begins(error.message)) log.warn({ ...details, reason: error.message }, message)
      return
    }
    if (!isOutage(error)) return log.error({ error, ...details }, message)
    if (areOutagesIgnored || !begins('outage')) return
    onOutage()
    log.warn({ error, ...details }, 'PostgreSQL or Redis cannot be reached; requests are answered with 503')
  }

  return {
    error: logError,
    warn: (details, message) => log.warn(withId(details), message),
    of: (part) => (error) => logError({ error, part }, 'background work failed'),
    ignoreOutages() {
      areOutagesIgnored = true
    },
  }
}

/** Returns whether the server refused the request on purpose, such as without payment keys or when it is too busy. */
const isUnavailable = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'UNAVAILABLE'
