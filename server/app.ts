import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type Router from '@koa/router'
import type { Logger } from 'pino'
import { text } from '#schema/translatable.ts'
import { type AppContext, type ContextOptions, createContext } from './context.ts'
import type { PaymentSettings } from './domains/billing/index.ts'
import type { DepartureTimes } from './domains/chat/index.ts'
import { gaugesOf } from './gauges.ts'
import { createHealth } from './health.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import { ApiError } from './platform/errors.ts'
import { apiHeaders } from './platform/http/api-headers.ts'
import { createDrain } from './platform/http/drain.ts'
import { originsOf } from './platform/http/origins.ts'
import { createMetrics, type NodeMetrics } from './platform/metrics/create-metrics.ts'
import { startOverloadControl } from './platform/overload/start-overload-control.ts'
import type { Texts } from './platform/texts/texts.ts'
import { traceRequests } from './platform/tracing/trace-requests.ts'
import type { WorkerLink } from './platform/workers/index.ts'
import { createReadiness } from './readiness.ts'
import { createGraphql, type GraphqlHandler } from './transports/graphql/index.ts'
import {
  type BuiltWeb,
  createAuthentication,
  createCrossOrigin,
  createDeviceCookie,
  createLoadGate,
  createRest,
  createStreamHandler,
  type LoadGate,
  type StreamHandler,
  serveWeb,
} from './transports/rest/index.ts'
import { acceptStreams } from './transports/sse/accept-streams.ts'
import { createOriginHeaders } from './transports/sse/origin-headers.ts'

export interface App {
  readonly context: AppContext
  /** @throws the listen error, such as EADDRINUSE */
  listen(): Promise<{ url: string }>
  /**
   * Finishes the requests under way, ends the streams and closes all resources. A node that is not failing first serves
   * on for SHUTDOWN_DELAY, and is no longer ready, until its proxies have noticed.
   */
  close(options?: { isFailing?: boolean }): Promise<void>
}

export interface AppOptions {
  config: Config
  databaseUrl: string
  /** Encrypts secrets that are stored in the database. The same on every node. */
  secretKey: string
  log: Logger
  /** The folders of the built web app; null serves the API alone. */
  web: BuiltWeb | null
  clock?: Clock
  /** When members who are gone count as offline, and when their conversations end. */
  departureTimes?: DepartureTimes
  /** Overrides the payment providers of the configuration. */
  payments?: PaymentSettings | undefined
  /** The pages of the payment sandbox, in local mode. */
  paymentPages?: Router | null
  /** Takes all mail instead of SMTP_URL. */
  mailbox?: ContextOptions['mailbox']
  /** Replaces the measured delay of the event loop, in milliseconds. */
  loopDelay?: () => number
  /** Where this process is one of several workers: reads the metrics of all of them. */
  workers?: Pick<WorkerLink, 'shareMetrics'> | null
  /** Replaces the texts of the catalogues. */
  texts?: Texts
  /** The cost of password hashes; without one, OWASP's recommendation. */
  passwordCost?: ContextOptions['passwordCost']
}

/** Builds REST, GraphQL and the live streams on one port. Streams bypass node:http where possible: an idle one costs little. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config } = options
  const metrics = createMetrics()
  const tracing = await startTracing(options)
  const context = await createContext({ ...options, metrics, tracing })
  const shared = createShared(config, context)
  const streams = createStreams(shared)
  let draining = false
  const ready = createReadiness(context, () => draining)
  addGauges(metrics, context, { streams, ready })
  const rest = createRestHandler(options, shared, { metrics, ready })
  const graphql = createGraphqlHandler(config, shared)
  const overload = config.loadShedding ? overloadControl(options, context) : null
  const loadGate =
    overload && createLoadGate({ shedder: overload, headers: shared.headers, texts: context.texts })
  const handle = handleRequest(shared, { streams, rest, graphql, loadGate })
  const listener: RequestListener = (request, response) =>
    context.requestIds.run(request, () => handle(request, response))
  const server = createServer(
    { shouldUpgradeCallback: graphql.upgrades },
    tracing ? traceRequests(tracing, config.trustProxy, listener) : listener,
  )
  const drain = createDrain(server, streams.destroySockets)
  graphql.attach(server)
  const acceptor = acceptStreams(server, serveSocket(shared, streams))
  // Browsers keep idle connections. A proxy in front should time out first, never this server in the middle of a request.
  server.keepAliveTimeout = 65_000

  return {
    context,
    async listen() {
      await listening(server, config)
      const { port } = server.address() as AddressInfo
      return { url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}` }
    },
    async close({ isFailing = false } = {}) {
      draining = true
      const delay = isFailing ? 0 : config.shutdownDelay
      if (delay > 0) await setTimeout(delay)
      acceptor.stop()
      const drained = drain.finish({ timeout: config.shutdownTimeout, leaveIdle: delay > 0 })
      streams.closeAll()
      await graphql.close()
      await drained
      overload?.[Symbol.dispose]()
      await context[Symbol.asyncDispose]()
      await tracing?.[Symbol.asyncDispose]()
    },
  }
}

/** Starts to send traces if a collector is set. Otherwise the libraries are not even loaded. */
async function startTracing({ config, log }: AppOptions) {
  if (!config.tracing) return null
  const { openTracing } = await import('./platform/tracing/open-tracing.ts')
  return openTracing(config.tracing, (message) => log.warn(message))
}

type Shared = ReturnType<typeof createShared>

/** Creates what the transports share. */
function createShared(config: Config, context: AppContext) {
  const secure = config.publicUrl.startsWith('https:')
  const headers = apiHeaders(secure)
  const origins = originsOf(config)
  return {
    ...{ context, secure, headers, origins },
    crossOrigin: createCrossOrigin({ origins, headers, texts: context.texts }),
    authentication: createAuthentication({ accounts: context.accounts, origins, secure }),
    devices: createDeviceCookie({ secure, days: config.defences.banSignalDays }),
    metrics: context.metrics,
    onStreamError: (error: unknown) => context.failures.error({ error }, 'stream failed'),
    admitStream: (userId: string) => context.limits.consume('streamByAccount', userId),
    /** Ends the streams of a member who was suspended or logged out while the stream opened. */
    async revalidate({ userId, sessionKey }: { userId: string; sessionKey: string }) {
      const standing = await context.accounts.sessionStatusOf(sessionKey)
      if (standing === 'suspended') await context.live.endPerson(userId)
      if (standing === 'logged out') await context.live.endSessions(userId, [sessionKey])
    },
  }
}

const createStreams = ({ context, metrics, secure, authentication, ...shared }: Shared) =>
  createStreamHandler({
    live: context.live,
    presenceTracker: context.presenceTracker,
    admitStream: shared.admitStream,
    revalidate: shared.revalidate,
    ...{ secure, metrics, texts: context.texts },
    onError: shared.onStreamError,
    async authenticate(request) {
      const member = await authentication.memberOf(request, false)
      if (member?.suspended) throw new ApiError('SUSPENDED', text('This account is suspended.'))
      return member && { userId: member.id, sessionKey: member.sessionKey, interests: member.interests }
    },
  })

function addGauges(
  metrics: NodeMetrics,
  context: AppContext,
  { streams, ready }: { streams: StreamHandler; ready(): Promise<boolean> },
) {
  const sources = {
    pool: context.database.pool,
    redis: context.redis,
    online: () => context.presence.count(),
    waiting: () => context.matching.waiting(),
    streams: () => streams.count(),
    queuedMessages: () => context.chat.queuedMessages(),
    backlogs: () => context.admin.backlogs(),
    ready,
  }
  metrics.read(...gaugesOf(sources, () => context.clock.now()))
}

function createRestHandler(
  { config, web, paymentPages = null, workers = null }: AppOptions,
  { context, secure, authentication, devices }: Shared,
  { metrics, ready }: { metrics: NodeMetrics; ready(): Promise<boolean> },
) {
  const { origin } = new URL(config.publicUrl)
  const { card, paypal } = context.billing.options()
  return createRest({
    ...{ domains: context, rateLimitTracker: context.rateLimitTracker, authentication, devices },
    operations: {
      metricsToken: config.metricsToken,
      metrics: workers ? workers.shareMetrics(() => metrics.text()) : () => metrics.text(),
      ready,
      health: createHealth({
        database: context.database,
        redis: context.redis,
        takesPayments: card !== null || paypal,
        now: () => context.clock.now(),
      }),
    },
    aids: config.developmentAids ? { mailbox: context.mailbox, paymentPages } : null,
    web:
      web &&
      serveWeb(web, {
        origin,
        messageMonths: config.database.messageRetentionMonths,
        hasDemoPartners: config.demo,
      }),
    log: context.failures,
    securityLog: context.securityLog,
    ...{ metrics, tracing: context.tracing, requestId: context.requestIds.current },
    ...{ origin, secure, trustProxy: config.trustProxy, texts: context.texts },
    assertDeclaredErrors: config.nodeEnv === 'test',
  })
}

const createGraphqlHandler = (config: Config, { context, authentication, devices, ...shared }: Shared) =>
  createGraphql({
    domains: context,
    rateLimitTracker: context.rateLimitTracker,
    ...{ metrics: context.metrics, tracing: context.tracing },
    live: context.live,
    presenceTracker: context.presenceTracker,
    limits: context.limits,
    admitStream: shared.admitStream,
    revalidate: shared.revalidate,
    memberByToken: (token) => context.accounts.memberOf(token),
    memberOf: (request, changesState) => authentication.memberOf(request, changesState),
    assertKnownPage: (request) => authentication.assertKnownPage(request),
    origins: shared.origins,
    deviceOf: (request) => devices.given(request),
    trustProxy: config.trustProxy,
    texts: context.texts,
    headers: shared.headers,
    rateLimitFactor: config.rateLimitFactor,
    open: config.developmentAids,
    log: context.failures,
    securityLog: context.securityLog,
  })

const overloadControl = ({ loopDelay }: AppOptions, { database, failures }: AppContext) =>
  startOverloadControl({ pool: database.pool, log: failures, loopDelay })

interface Handlers {
  streams: StreamHandler
  rest: RequestListener
  graphql: GraphqlHandler
  /** Null when load is not shed. */
  loadGate: LoadGate | null
}

const handleRequest =
  ({ crossOrigin, onStreamError }: Shared, { streams, rest, graphql, loadGate }: Handlers): RequestListener =>
  (request, response) => {
    if (crossOrigin.answers(request, response)) return
    if (request.url?.startsWith('/subscribe/')) {
      streams.handle(request, response).catch((error: unknown) => {
        onStreamError(error)
        response.destroy()
      })
    } else if (loadGate?.refuses(request, response)) return
    else if (/^\/graphql(\?|$)/.test(request.url ?? '')) void graphql.handle(request, response)
    else rest(request, response)
  }

/** Serves a stream on a connection that node:http does not know. */
function serveSocket({ crossOrigin, origins, onStreamError }: Shared, streams: StreamHandler) {
  const originHeadersOf = createOriginHeaders(crossOrigin, origins)
  return (request: IncomingMessage, socket: Socket) => {
    streams.handleSocket(request, socket, originHeadersOf(request)).catch((error: unknown) => {
      onStreamError(error)
      socket.destroy()
    })
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
