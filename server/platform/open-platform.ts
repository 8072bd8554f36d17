import type { Logger } from 'pino'
import { createEventBus, type EventBus } from '#server/events.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { createInFlight, type InFlight } from './background/in-flight.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config/config.ts'
import { createFailureLog, type Failures } from './logging/failure-log.ts'
import { createRequestIds, type RequestIds } from './logging/request-ids.ts'
import { createSecurityLog, type SecurityLog } from './logging/security-log.ts'
import { createDatabaseClock, type Database, databaseTime, openDatabase } from './postgres/index.ts'
import { createRateLimitTracker, type RateLimitTracker } from './rate-limits/rate-limit-usage.ts'
import { createRateLimits, type RateLimits } from './rate-limits/rate-limits.ts'
import { openRedis, type RedisClients } from './redis/index.ts'
import { createSecretBox, type SecretBox } from './secrets/secret-box.ts'
import { createTexts, type Texts } from './texts/texts.ts'
import { createTombstones, type Tombstones } from './tombstones/index.ts'
import { traceRedis } from './tracing/trace-redis.ts'
import { NO_TRACING, type Tracing } from './tracing/tracing.ts'

/** How long a stop waits for background work, in milliseconds. */
const SETTLE_TIMEOUT = 3_000

export interface PlatformOptions {
  config: Config
  databaseUrl: string
  /** Encrypts secrets in the database; the same on every node. */
  secretKey: string
  log: Logger
  /** Defaults to the clock of the database. */
  clock?: Clock
  metrics: Metrics
  /** Null without traces. */
  tracing?: Tracing | null
  /** Defaults to the texts of the catalogues. */
  texts?: Texts
}

/** The services that domains share and that depend on no domain. */
export interface Platform {
  readonly database: Database
  /** Null on a single node, which keeps its live state in memory. */
  readonly redis: RedisClients | null
  readonly clock: Clock
  readonly events: EventBus
  /** Background work that uses the stores: they close after it. */
  readonly inFlight: InFlight
  readonly failures: Failures
  readonly limits: RateLimits
  readonly metrics: Metrics
  readonly tracing: Tracing
  readonly rateLimitTracker: RateLimitTracker
  readonly secrets: SecretBox
  /** Connects what one request logs. */
  readonly requestIds: RequestIds
  readonly securityLog: SecurityLog
  /** The list of deletions, for restores. */
  readonly tombstones: Tombstones
  /** The texts that members read, in their languages. */
  readonly texts: Texts
  [Symbol.asyncDispose](): Promise<void>
}

/** Opens the stores of a node, and creates the shared services. */
export async function openPlatform({
  config,
  databaseUrl,
  secretKey,
  log,
  clock,
  metrics,
  tracing = null,
  texts = createTexts(),
}: PlatformOptions): Promise<Platform> {
  const requestIds = createRequestIds(config.trustProxy)
  const failures = createFailureLog({
    log,
    clock: systemClock,
    onOutage: metrics.counter('outages', {}),
    requestId: requestIds.current,
  })
  const secrets = createSecretBox(secretKey)
  const tombstones = await createTombstones(config.tombstones)
  const stores = await openStores({ config, databaseUrl, log, metrics, tracing, failures })
  const { database, databaseClock, redis } = stores
  const stopTracingRedis = tracing && redis ? traceRedis(tracing) : null
  const rateLimitTracker = createRateLimitTracker()
  const inFlight = createInFlight()
  return {
    database,
    redis,
    clock: clock ?? databaseClock,
    events: trackedEvents(createEventBus({ onError: (error, name) => failures.of(name)(error) }), inFlight),
    inFlight,
    failures,
    limits: createRateLimits({
      redis: redis?.commands ?? null,
      factor: config.rateLimitFactor,
      hashKey: (key) => secrets.hash('rate-limits', key),
      note: rateLimitTracker.note,
      onRefusal: (limit) => metrics.counter('refusals', { limit })(),
    }),
    metrics,
    tracing: tracing ?? NO_TRACING,
    rateLimitTracker,
    secrets,
    requestIds,
    securityLog: createSecurityLog(log, requestIds.current),
    tombstones,
    texts,
    async [Symbol.asyncDispose]() {
      await inFlight.settled(SETTLE_TIMEOUT)
      failures.ignoreOutages()
      stopTracingRedis?.()
      await stores[Symbol.asyncDispose]()
    },
  }
}

/** Opens the database, its clock and Redis. Closes what is open when one of them fails. */
async function openStores({
  config,
  databaseUrl,
  log,
  metrics,
  tracing,
  failures,
}: {
  config: Config
  databaseUrl: string
  log: Logger
  metrics: Metrics
  tracing: Tracing | null
  failures: Failures
}) {
  const { pooler, replicaUrl } = config.database
  const onUnavailable = (reason: string) =>
    log.warn({ reason }, 'the standby of DATABASE_REPLICA_URL cannot answer; reads go to the primary')
  const replica = replicaUrl === null ? null : { url: replicaUrl, onUnavailable }
  const opened: AsyncDisposable[] = []
  const close = async () => {
    for (const store of opened.toReversed()) await store[Symbol.asyncDispose]()
  }
  try {
    const database = await openDatabase({ url: databaseUrl, pooler, replica, tracing })
    opened.push(database)
    const databaseClock = await createDatabaseClock({
      reference: () => databaseTime(database.pool),
      onError: failures.of('database clock'),
    })
    opened.push(databaseClock)
    const onRoundTrip = metrics.histogram('redisRoundTrip', {})
    const redis = config.redisUrl ? await openRedis(config.redisUrl, failures.of('redis'), onRoundTrip) : null
    if (redis) opened.push(redis)
    return { database, databaseClock, redis, [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Returns the bus, with its running listeners counted as background work. */
const trackedEvents = (events: EventBus, inFlight: InFlight): EventBus => ({
  emit: (name, event) => inFlight.track(events.emit(name, event)),
  on: (name, listener) => events.on(name, listener),
})
