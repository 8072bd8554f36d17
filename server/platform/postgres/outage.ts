import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'

/** When a client should try again. A restart of PostgreSQL takes a few seconds. */
const RETRY_AFTER_SECONDS = 2

/**
 * Codes of PostgreSQL (connection exceptions, too many connections, shutting down, starting up), of Prisma and of
 * sockets that mean the database cannot be reached.
 */
const CODES =
  /^(08\w{3}|53300|57P0[1-5]|P1001|P1002|P1008|P1017|P2024|P2028|P2037|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** Kinds of errors of Prisma's driver adapter that have no code. */
const KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'])

/** Errors of pg, ioredis and Redis that have only a message. The last three come during a failover. */
const MESSAGES =
  /^(Connection terminated|Connection is closed|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|Stream isn't writeable|Command aborted due to connection close|Reached the max retries per request limit|Redis connection is not ready|LOADING Redis|Cluster isn't ready|None of startup nodes is available|Failed to refresh slots cache|Too many Cluster redirections|All sentinels are unreachable|CLUSTERDOWN|MASTERDOWN|READONLY)/

/** Deep enough for Prisma, which wraps the adapter's error, which wraps the driver's. */
const MAX_DEPTH = 5

/** Returns whether an error means that PostgreSQL or Redis cannot be reached. */
export function isOutage(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return false
  const { code, originalCode, kind, message, cause, meta, errors } = error as Record<string, unknown>
  const matches = (value: unknown, pattern: RegExp) => typeof value === 'string' && pattern.test(value)
  if (matches(code, CODES) || matches(originalCode, CODES) || matches(message, MESSAGES)) return true
  if (typeof kind === 'string' && KINDS.has(kind)) return true
  const inner = [cause, driverErrorOf(meta), ...(Array.isArray(errors) ? errors : [])]
  return inner.some((one) => isOutage(one, depth + 1))
}

const driverErrorOf = (meta: unknown) =>
  typeof meta === 'object' && meta !== null && 'driverAdapterError' in meta ? meta.driverAdapterError : null

/** Returns the 503 error for an outage; null for every other error. */
export function unavailableFor(error: unknown): ApiError | null {
  if (error instanceof ApiError || !isOutage(error)) return null
  return new ApiError(
    'UNAVAILABLE',
    text('We had a short interruption. Please try again in a few seconds.'),
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    },
  )
}
