import type { Logger } from 'pino'
import { createEventBus, type EventBus } from '#server/events.ts'
import { type Metrics, NO_METRICS } from '#server/platform/metrics/metrics.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config/config.ts'
import { createFailureLog, type FailureLog } from './logging/failure-log.ts'
import { createRequestIds, type RequestIds } from './logging/request-ids.ts'
import { createSecurityLog, type SecurityLog } from './logging/security-log.ts'
import { createDatabaseClock, type Database, databaseTime, openDatabase } from './postgres/index.ts'
import { createRateLimitTracker, type RateLimitTracker } from './rate-limits/rate-limit-usage.ts'
import { createRateLimits, type RateLimits } from './rate-limits/rate-limits.ts'
import { openRedis, type RedisClients } from './redis/index.ts'
import { createSecretBox, type SecretBox } from './secrets/secret-box.ts'
import { traceRedis } from './tracing/trace-redis.ts'
import { NO_TRACING, type Tracing } from './tracing/tracing.ts'

export interface PlatformOptions {
  config: Config
  databaseUrl: string
  /** Encrypts secrets in the database; the same on every node. */
  secretKey: string
  log: Logger
  /** Defaults to the clock of the database. */
  clock?: Clock
  metrics?: Metrics
  /** Null without traces. */
  tracing?: Tracing | null
}

/** The services that domains share and that depend on no domain. */
export interface Platform {
  readonly database: Database
  /** Null on a single node, which keeps its live state in memory. */
  readonly redis: RedisClients | null
  readonly clock: Clock
  readonly events: EventBus
  readonly failures: FailureLog
  readonly limits: RateLimits
  readonly metrics: Metrics
  readonly tracing: Tracing
  readonly rateLimitTracker: RateLimitTracker
  readonly secrets: SecretBox
  /** Connects what one request logs. */
  readonly requestIds: RequestIds
  readonly securityLog: SecurityLog
  /** Logs a failure of background work. */
  onError(error: unknown): void
  [Symbol.asyncDispose](): Promise<void>
}

/** Opens the stores of a node, and creates the shared services. */
export async function openPlatform({
  config,
  databaseUrl,
  secretKey,
  log,
  clock,
  metrics = NO_METRICS,
  tracing = null,
}: PlatformOptions): Promise<Platform> {
  const requestIds = createRequestIds(config.trustProxy)
  const failures = createFailureLog({
    ...{ log, clock: systemClock },
    onOutage: metrics.counter('outages', {}),
    requestId: requestIds.current,
  })
  const onError = (error: unknown) => failures.error({ error }, 'background work failed')
  const secrets = createSecretBox(secretKey)
  const database = await openDatabase({ url: databaseUrl, tracing })
  const databaseClock = await createDatabaseClock({ reference: () => databaseTime(database.pool), onError })
  const redis = config.redisUrl
    ? await openRedis(config.redisUrl, onError, metrics.histogram('redisRoundTrip', {}))
    : null
  const stopTracingRedis = tracing && redis ? traceRedis(tracing) : null
  const rateLimitTracker = createRateLimitTracker()
  return {
    database,
    redis,
    clock: clock ?? databaseClock,
    events: createEventBus({ onError }),
    failures,
    limits: createRateLimits({
      redis: redis?.commands ?? null,
      factor: config.rateLimitFactor,
      note: rateLimitTracker.note,
      onRefusal: (limit) => metrics.counter('refusals', { limit })(),
    }),
    metrics,
    tracing: tracing ?? NO_TRACING,
    rateLimitTracker,
    secrets,
    requestIds,
    securityLog: createSecurityLog(log, requestIds.current),
    onError,
    async [Symbol.asyncDispose]() {
      stopTracingRedis?.()
      await redis?.[Symbol.asyncDispose]()
      await databaseClock[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}
