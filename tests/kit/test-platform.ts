import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { createEventBus } from '#server/events.ts'
import { createInFlight } from '#server/platform/background/in-flight.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createRequestIds } from '#server/platform/logging/request-ids.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { PrismaClient } from '#server/platform/postgres/generated/client.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import { createPrimaryReads } from '#server/platform/postgres/reads.ts'
import { createRateLimitTracker } from '#server/platform/rate-limits/rate-limit-usage.ts'
import { createRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { createSecretBox } from '#server/platform/secrets/secret-box.ts'
import { englishOf } from '#server/platform/texts/english-of.ts'
import type { Texts } from '#server/platform/texts/texts.ts'
import { NO_TRACING } from '#server/platform/tracing/tracing.ts'
import { TEST_SECRET_KEY } from './secret-key.ts'
import { recordTombstones } from './tombstones.ts'

const nothing = () => undefined

/** Measures nothing. */
export const NO_METRICS: Metrics = {
  counter: () => nothing,
  histogram: () => nothing,
  gauge: () => nothing,
}

/** The texts without the catalogues of other languages. */
export const ENGLISH_TEXTS: Texts = { in: () => englishOf, accepted: () => englishOf }

/** Prisma and plain SQL on a pool that the test has opened, or that answers in place of a database. */
function databaseOf(pool: pg.Pool): Database {
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) })
  return {
    prisma,
    pool,
    reads: createPrimaryReads({ prisma, pool }),
    ping: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  }
}

/** One for all tests: Prisma's client takes ten milliseconds to make, and property tests build thousands of platforms. */
const UNREACHABLE = databaseOf(new pg.Pool({ host: '/nonexistent' }))

export interface TestPlatformOptions extends Partial<Platform> {
  /** The pool of a database without Prisma, such as one of `poolWith`. */
  pool?: pg.Pool
  /** Receives the failures of background work, with the part that failed. Without it, a failure fails the test. */
  onFailure?(error: unknown, part: string): void
  /** Multiplies every rate limit. */
  rateLimitFactor?: number
}

/**
 * Builds the platform of a test. Without `database` or `pool`, statements fail. The rate limits are those of production and
 * count in memory; metrics, traces and the security log are dropped, and all texts are English.
 */
export function testPlatform({
  pool,
  onFailure = fail,
  rateLimitFactor = 1,
  ...changes
}: TestPlatformOptions = {}): Platform {
  return {
    database: changes.database ?? (pool ? databaseOf(pool) : UNREACHABLE),
    redis: null,
    clock: systemClock,
    events: createEventBus({ onError: onFailure }),
    inFlight: createInFlight(),
    failures: {
      of: (part) => (error) => onFailure(error, part),
      error: ({ error }, message) => onFailure(error, message),
      warn: () => undefined,
    },
    limits: createRateLimits({ redis: null, factor: rateLimitFactor, note: () => undefined }),
    metrics: NO_METRICS,
    tracing: NO_TRACING,
    rateLimitTracker: createRateLimitTracker(),
    secrets: createSecretBox(TEST_SECRET_KEY),
    requestIds: createRequestIds({ hops: 0 }),
    securityLog: { record: () => undefined },
    tombstones: recordTombstones(),
    texts: ENGLISH_TEXTS,
    [Symbol.asyncDispose]: async () => undefined,
    ...changes,
  }
}

function fail(error: unknown): never {
  throw error
}
