import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Router from '@koa/router'
import type { Logger } from 'pino'
import { type AppContext, type ContextOptions, createContext } from './context.ts'
import type { PaymentSettings } from './domains/billing/index.ts'
import type { DepartureTimes } from './domains/chat/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import { apiHeaders } from './platform/http/api-headers.ts'
import { createDrain } from './platform/http/drain.ts'
import { createOrigins } from './platform/http/origins.ts'
import { createMetrics } from './platform/metrics.ts'
import { createGraphql } from './transports/graphql/index.ts'
import {
  type BuiltWeb,
  createAuthentication,
  createCrossOrigin,
  createDeviceCookie,
  createRest,
  createStreamHandler,
  serveWeb,
} from './transports/rest/index.ts'

export interface App {
  readonly context: AppContext
  /** @throws the listen error, such as EADDRINUSE */
  listen(): Promise<{ url: string }>
  /** Answers what is under way, ends the streams and lets go of everything. */
  close(): Promise<void>
}

export interface AppOptions {
  config: Config
  databaseUrl: string
  /** Seals what the database must not be able to read; the same on every node. */
  secretKey: string
  log: Logger
  /** Where the built web app lies; null serves the API alone. */
  web: BuiltWeb | null
  clock?: Clock
  /** When members who are gone count as offline, and when their conversations end. */
  departureTimes?: DepartureTimes
  /** Where money is taken, when that is not where the configuration says. */
  payments?: PaymentSettings | undefined
  /** The pages of the payment sandbox, where there is one. */
  paymentPages?: Router | null
  /** Takes all mail instead of SMTP_URL. */
  mailbox?: ContextOptions['mailbox']
}

/**
 * How long a stop waits for requests under way, in milliseconds: as long as a statement may take, and less than the ten
 * seconds after which Docker ends a container.
 */
const DRAIN_PATIENCE = 8_000

/** The two doors in one HTTP server: streams go past Koa, so that an idle one costs little. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config } = options
  const context = await createContext(options)
  const secure = config.publicUrl.startsWith('https:')
  const headers = apiHeaders(secure)
  const origins = createOrigins({
    own: config.ownOrigins,
    listed: config.listedOrigins,
    scheme: secure ? 'https:' : 'http:',
  })
  const crossOrigin = createCrossOrigin({ origins, headers })
  const authentication = createAuthentication({ accounts: context.accounts, origins, secure })
  const devices = createDeviceCookie({ secure, days: config.defences.banSignalDays })
  const { failures, presenceTracker } = context
  const onStreamError = (error: unknown) => failures.error({ error }, 'stream failed')
  const admitStream = (userId: string) => context.limits.consume('streamByAccount', userId)
  /** Ends the streams of whoever was suspended, or logged out, while one of theirs was opening or could not hear of it. */
  async function confirm({ userId, sessionKey }: { userId: string; sessionKey: string }) {
    const standing = await context.accounts.sessionStatusOf(sessionKey)
    if (standing === 'suspended') await context.live.endPerson(userId)
    if (standing === 'logged out') await context.live.endSessions(userId, [sessionKey])
  }
  context.live.confirmWith(({ sessionKey }) => context.accounts.sessionStatusOf(sessionKey))
  const streams = createStreamHandler({
    live: context.live,
    presenceTracker,
    admitStream,
    confirm,
    onError: onStreamError,
    secure,
    async authenticate(request) {
      const member = await authentication.memberOf(request, false)
      return member && !member.suspended
        ? { userId: member.id, sessionKey: member.sessionKey, interests: member.interests }
        : null
    },
  })
  const metrics = createMetrics({
    online: () => context.presence.count(),
    waiting: () => context.matching.waiting(),
    streams: () => streams.count(),
  })
  let draining = false
  const rest = createRest({
    domains: context,
    rateLimitTracker: context.rateLimitTracker,
    authentication,
    devices,
    operations: {
      metricsToken: config.metricsToken,
      metrics: () => metrics.text(),
      async ready() {
        if (draining) return false
        const answers = await Promise.allSettled([context.database.ping(), context.redis?.ping()])
        return answers.every((answer) => answer.status === 'fulfilled')
      },
    },
    aids: config.developmentAids
      ? { mailbox: context.mailbox, paymentPages: options.paymentPages ?? null }
      : null,
    web: options.web && serveWeb(options.web, new URL(config.publicUrl).origin),
    origin: new URL(config.publicUrl).origin,
    log: failures,
    securityLog: context.securityLog,
    trustProxy: config.trustProxy,
    secure,
    assertDeclaredErrors: config.nodeEnv === 'test',
  })
  const handleRest = rest.callback()
  const graphql = createGraphql({
    domains: context,
    rateLimitTracker: context.rateLimitTracker,
    live: context.live,
    presenceTracker,
    limits: context.limits,
    admitStream,
    confirm,
    memberByToken: (token) => context.accounts.memberOf(token),
    memberOf: (request, changesState) => authentication.memberOf(request, changesState),
    assertKnownPage: (request) => authentication.assertKnownPage(request),
    origins,
    deviceOf: (request) => devices.given(request),
    trustProxy: config.trustProxy,
    headers,
    rateLimitFactor: config.rateLimitFactor,
    open: config.developmentAids,
    log: failures,
    securityLog: context.securityLog,
  })
  const server = createServer((request, response) => {
    if (crossOrigin.answers(request, response)) return
    if (request.url?.startsWith('/subscribe/')) {
      streams.handle(request, response).catch((error: unknown) => {
        onStreamError(error)
        response.destroy()
      })
    } else if (/^\/graphql(\?|$)/.test(request.url ?? '')) void graphql.handle(request, response)
    else void handleRest(request, response)
  })
  const drain = createDrain(server)
  graphql.attach(server)
  // Idle keep-alive connections of browsers outlive a proxy's patience rather than end in the middle of a request.
  server.keepAliveTimeout = 65_000

  return {
    context,
    async listen() {
      await listening(server, config)
      const { port } = server.address() as AddressInfo
      return { url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}` }
    },
    async close() {
      draining = true
      const drained = drain.finish(DRAIN_PATIENCE)
      streams.closeAll()
      await graphql.close()
      await drained
      await context[Symbol.asyncDispose]()
    },
  }
}

const listening = (server: Server, { port, host }: Config) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: 4096 }, () => {
      server.off('error', reject)
      resolve()
    })
  })
