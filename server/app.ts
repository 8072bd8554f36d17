import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type Router from '@koa/router'
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import { type AppContext, type ContextOptions, createContext } from './context.ts'
import type { PaymentSettings } from './domains/billing/index.ts'
import type { DepartureTimes } from './domains/chat/index.ts'
import { gaugesOf } from './gauges.ts'
import { createHealth } from './health.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import { createDrain } from './platform/http/drain.ts'
import { createMetrics, type NodeMetrics } from './platform/metrics/create-metrics.ts'
import { startOverloadControl } from './platform/overload/start-overload-control.ts'
import type { Texts } from './platform/texts/texts.ts'
import { traceRequests } from './platform/tracing/trace-requests.ts'
import type { WorkerLink } from './platform/workers/index.ts'
import { createReadiness } from './readiness.ts'
import { createGraphql, type GraphqlHandler } from './transports/graphql/index.ts'
import { createKoa } from './transports/http/create-koa.ts'
import { createFrontDoor, type FrontDoor } from './transports/http/front-door.ts'
import { createLoadGate, type LoadGate } from './transports/http/load-gate.ts'
import { createRespond } from './transports/http/respond.ts'
import { securityHeaders } from './transports/http/security-headers.ts'
import { createRest } from './transports/rest/index.ts'
import { acceptStreams } from './transports/sse/accept-streams.ts'
import { createOriginHeaders } from './transports/sse/origin-headers.ts'
import { createStreamHandler, type StreamHandler } from './transports/sse/stream.ts'
import { serveDevelopmentAids } from './transports/static/development-aids.ts'
import { createMailboxPages } from './transports/static/mailbox.ts'
import { addSearchEngineRoutes } from './transports/static/search-engines.ts'
import { addStatusPage } from './transports/static/status-page.ts'
import { type BuiltWeb, serveWeb } from './transports/static/web.ts'

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
  const door = createFrontDoor(context, context, config)
  const streams = createStreamHandler(context, context, door)
  let draining = false
  const ready = createReadiness(context, () => draining)
  addGauges(metrics, context, { streams, ready })
  const rest = createRestHandler(options, context, door, { metrics, ready })
  const graphql = createGraphql(
    context,
    { domains: context, live: context.live, presenceTracker: context.presenceTracker },
    door,
    { rateLimitFactor: config.rateLimitFactor, open: config.developmentAids },
  )
  const overload = config.loadShedding ? overloadControl(options, context) : null
  const loadGate =
    overload && createLoadGate({ shedder: overload, headers: door.headers, texts: context.texts })
  const handle = handleRequest(context, door, { streams, rest, graphql, loadGate })
  const listener: RequestListener = (request, response) =>
    context.requestIds.run(request, () => handle(request, response))
  const server = createServer(
    { shouldUpgradeCallback: graphql.upgrades },
    tracing ? traceRequests(tracing, config.trustProxy, listener) : listener,
  )
  const drain = createDrain(server, streams.destroySockets)
  graphql.attach(server)
  const acceptor = acceptStreams(server, serveSocket(context, door, streams))
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

/** Creates the handler of REST, operations and the pages. */
function createRestHandler(
  options: AppOptions,
  context: AppContext,
  door: FrontDoor,
  { metrics, ready }: { metrics: NodeMetrics; ready(): Promise<boolean> },
): RequestListener {
  const { config, workers = null } = options
  const { origin } = new URL(config.publicUrl)
  const { card, paypal } = context.billing.options()
  const respond = createRespond(context, securityHeaders(door.secure, card?.script ?? null))
  const { router, answerMessage } = createRest(context, context, door, respond, {
    operations: {
      metricsToken: config.metricsToken,
      metrics: workers ? workers.shareMetrics(() => metrics.text()) : () => metrics.text(),
      ready,
    },
    origin,
    assertDeclaredErrors: config.nodeEnv === 'test',
  })
  addStatusPage(
    router,
    createHealth({
      database: context.database,
      redis: context.redis,
      takesPayments: card !== null || paypal,
      now: () => context.clock.now(),
    }),
  )
  addSearchEngineRoutes(router, origin)
  const app = createKoa(context.failures, respond, router, pagesOf(options, context, door, origin)).callback()
  return (request, response) => {
    if (!answerMessage(request, response)) void app(request, response)
  }
}

/** Returns what answers the paths that the router does not know: the pages of local mode and the web app. */
function pagesOf(
  { config, web, paymentPages = null }: AppOptions,
  { mailbox }: AppContext,
  { authentication }: FrontDoor,
  origin: string,
): Middleware[] {
  const pages: Middleware[] = []
  if (config.developmentAids) {
    const routers = [mailbox && createMailboxPages(mailbox), paymentPages].filter((one) => one !== null)
    pages.push(serveDevelopmentAids(routers, authentication))
  }
  if (web) {
    const hasDemoPartners = config.demo
    pages.push(
      serveWeb(web, { origin, messageMonths: config.database.messageRetentionMonths, hasDemoPartners }),
    )
  }
  return pages
}

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
  (
    { failures }: AppContext,
    { crossOrigin }: FrontDoor,
    { streams, rest, graphql, loadGate }: Handlers,
  ): RequestListener =>
  (request, response) => {
    if (crossOrigin.answers(request, response)) return
    if (request.url?.startsWith('/subscribe/')) {
      streams.handle(request, response).catch((error: unknown) => {
        failures.error({ error }, 'stream failed')
        response.destroy()
      })
    } else if (loadGate?.refuses(request, response)) return
    else if (/^\/graphql(\?|$)/.test(request.url ?? '')) void graphql.handle(request, response)
    else rest(request, response)
  }

/** Serves a stream on a connection that node:http does not know. */
function serveSocket({ failures }: AppContext, { crossOrigin, origins }: FrontDoor, streams: StreamHandler) {
  const originHeadersOf = createOriginHeaders(crossOrigin, origins)
  return (request: IncomingMessage, socket: Socket) => {
    streams.handleSocket(request, socket, originHeadersOf(request)).catch((error: unknown) => {
      failures.error({ error }, 'stream failed')
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
