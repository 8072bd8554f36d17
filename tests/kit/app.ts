import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { inject } from 'vitest'
import { type App, createApp } from '#server/app.ts'
import type { DepartureTimes } from '#server/domains/chat/index.ts'
import { createMailbox, type PaymentSandbox } from '#server/local/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { loadConfig } from '#server/platform/config/config.ts'
import { isLoopback } from '#server/platform/http/loopback.ts'
import type { Texts } from '#server/platform/texts/texts.ts'
import type { BuiltWeb } from '#server/transports/static/web.ts'
import { createTestDatabase } from './database.ts'
import { createScannedLog } from './log-scan.ts'
import { LOW_PASSWORD_COST } from './password-cost.ts'
import { TEST_SECRET_KEY } from './secret-key.ts'

export interface TestApp {
  readonly url: string
  readonly app: App
  [Symbol.asyncDispose](): Promise<void>
}

export interface TestAppOptions {
  databaseUrl: string
  redisUrl?: string | null
  /** Added to the environment of the configuration. */
  env?: Record<string, string>
  /** The payment sandbox; without it, no provider is configured. */
  payments?: Pick<PaymentSandbox, 'settings'> & Partial<Pick<PaymentSandbox, 'pages'>>
  clock?: Clock
  departureTimes?: DepartureTimes
  /** Hashes passwords at the cost of production, which most tests do not need. */
  costlyPasswords?: boolean
  log?: Logger
  web?: BuiltWeb
  /** Replaces the texts of the catalogues. */
  texts?: Texts
  /** Replaces the measured delay of the event loop, in milliseconds. */
  loopDelay?: () => number
}

/** Whether a line of the log belongs to the security log, which is written at every log level. */
export const isSecurityLine = (line: string) => line.includes('"log":"security"')

/** One node of the real application on a free port. Disposing it fails when its log holds personal data. */
export async function startNode({
  databaseUrl,
  redisUrl,
  env,
  payments,
  clock,
  departureTimes,
  costlyPasswords = false,
  log,
  web,
  loopDelay,
  texts,
}: TestAppOptions): Promise<TestApp> {
  const isPublic = env?.PUBLIC_URL !== undefined && !isLoopback(new URL(env.PUBLIC_URL).hostname)
  // A server with a public address needs SMTP_URL, although the tests read its mails in memory.
  const mailbox = isPublic && !env?.SMTP_URL ? createMailbox({ limit: 500 }) : undefined
  const config = loadConfig({
    PORT: '0',
    DATABASE_URL: databaseUrl,
    RATE_LIMIT_FACTOR: '1000',
    NODE_ENV: 'test',
    DEMO: 'off',
    SECRET_KEY: TEST_SECRET_KEY,
    // A busy machine would make a node refuse requests. Tests of overload enable it.
    LOAD_SHEDDING: 'off',
    // Tests of the second factor enable it.
    STAFF_TWO_FACTOR: 'off',
    // Tests of proof of work enable it.
    PROOF_OF_WORK: 'off',
    ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
    ...(mailbox ? { SMTP_URL: 'smtp://127.0.0.1:1' } : {}),
    ...env,
  })
  const scanned = createScannedLog()
  const app = await createApp({
    config,
    mailbox,
    databaseUrl,
    secretKey: TEST_SECRET_KEY,
    log: log ?? scanned.log,
    web: web ?? null,
    payments: payments?.settings,
    paymentPages: payments?.pages ?? null,
    ...(costlyPasswords ? {} : { passwordCost: LOW_PASSWORD_COST }),
    ...(clock ? { clock } : {}),
    ...(loopDelay ? { loopDelay } : {}),
    ...(texts ? { texts } : {}),
    ...(departureTimes ? { departureTimes } : {}),
  })
  const { url } = await app.listen()
  return {
    url,
    app,
    async [Symbol.asyncDispose]() {
      await app.close()
      scanned.assertPrivate()
    },
  }
}

/** One node with its own database. */
export async function startApp(options: Omit<TestAppOptions, 'databaseUrl'> = {}): Promise<TestApp> {
  const database = await createTestDatabase()
  const node = await startNode({ ...options, databaseUrl: database.url })
  return {
    ...node,
    async [Symbol.asyncDispose]() {
      await node[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

/**
 * A long mutation run starts more clusters than Redis has databases (256). The least recently used one is taken
 * again.
 */
const REDIS_DATABASES = 255

/** A numbered Redis database for one cluster: nodes of another one would settle its tickets. */
async function emptyRedis(): Promise<string | null> {
  const url = inject('redisUrl')
  if (!url) return null
  const redis = new Redis(url)
  try {
    const number = ((await redis.incr('databases')) % REDIS_DATABASES) + 1
    await redis.select(number)
    await redis.flushdb()
    return `${url}/${number}`
  } finally {
    redis.disconnect()
  }
}

interface ClusterOptions extends Pick<TestAppOptions, 'payments' | 'env' | 'clock' | 'departureTimes'> {
  /** A clock for each node, in their order, when the nodes' clocks differ. */
  clocks?: readonly Clock[]
  /** Returns the address at which the nodes reach the database, such as one through a pooler. */
  route?(databaseUrl: string): string
}

/** Nodes that share a database and a Redis, as in production. Null without Redis. */
export async function startCluster(
  size: number,
  { clocks = [], route = (url) => url, ...options }: ClusterOptions = {},
): Promise<{ nodes: TestApp[]; databaseUrl: string; [Symbol.asyncDispose](): Promise<void> } | null> {
  const redisUrl = await emptyRedis()
  if (!redisUrl) return null
  const database = await createTestDatabase()
  const nodes: TestApp[] = []
  for (let index = 0; index < size; index += 1) {
    const clock = clocks[index]
    nodes.push(
      await startNode({
        ...options,
        ...(clock ? { clock } : {}),
        databaseUrl: route(database.url),
        redisUrl,
      }),
    )
  }
  return {
    nodes,
    databaseUrl: database.url,
    async [Symbol.asyncDispose]() {
      for (const node of nodes) await node[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}
