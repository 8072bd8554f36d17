import type { RequestListener } from 'node:http'
import type Router from '@koa/router'
import Koa, { type Middleware } from 'koa'
import type { ErrorCode } from '#schema/errors.ts'
import { ROUTES } from '#schema/routes.ts'
import { text } from '#schema/translatable.ts'
import type { Domains } from '#server/domains/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { apiHeaders } from '#server/platform/http/api-headers.ts'
import type { TrustedProxies } from '#server/platform/http/client-address.ts'
import { createRouter } from '#server/platform/http/create-router.ts'
import { presentFailures } from '#server/platform/http/failures.ts'
import type { FailureLog } from '#server/platform/logging/failure-log.ts'
import type { SecurityLog } from '#server/platform/logging/security-log.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { RateLimitTracker } from '#server/platform/rate-limits/rate-limit-usage.ts'
import type { Texts } from '#server/platform/texts/texts.ts'
import type { Tracing } from '#server/platform/tracing/tracing.ts'
import type { Authentication } from '#server/transports/http/authentication.ts'
import type { DeviceCookie } from '#server/transports/http/device-cookie.ts'
import { measureRequests } from '#server/transports/http/request-metrics.ts'
import { securityHeaders } from '#server/transports/http/security-headers.ts'
import { serveDevelopmentAids } from '#server/transports/static/development-aids.ts'
import { createMailboxPages, type MailboxView } from '#server/transports/static/mailbox.ts'
import { addSearchEngineRoutes } from '#server/transports/static/search-engines.ts'
import { createDirectRoutes, type DirectRoutes } from './direct-routes.ts'
import { createGuard } from './guard.ts'
import { declaredErrors } from './openapi/operations.ts'
import { presentRateLimits } from './rate-limits.ts'
import { addAccountRoutes } from './routes/accounts.ts'
import { addAdminRoutes } from './routes/admin.ts'
import { addBillingRoutes } from './routes/billing.ts'
import { addChatRoutes } from './routes/chat.ts'
import { addMissedMailsRoutes } from './routes/email-preferences.ts'
import { addMatchingRoutes } from './routes/matching.ts'
import { addOperationsRoutes, type OperationsDeps } from './routes/operations.ts'
import { addPasswordRoutes } from './routes/passwords.ts'
import { addPrivacyRoutes } from './routes/privacy.ts'

export { createAuthentication } from '#server/transports/http/authentication.ts'
export { type CrossOrigin, createCrossOrigin } from '#server/transports/http/cross-origin.ts'
export { createDeviceCookie } from '#server/transports/http/device-cookie.ts'
export { createLoadGate, type LoadGate } from '#server/transports/http/load-gate.ts'
export { createStreamHandler, type StreamHandler } from '#server/transports/sse/stream.ts'
export type { ServiceHealth } from '#server/transports/static/status-page.ts'
export { type BuiltWeb, serveWeb } from '#server/transports/static/web.ts'

export interface RestDeps {
  domains: Domains
  rateLimitTracker: RateLimitTracker
  authentication: Authentication
  devices: DeviceCookie
  operations: Omit<OperationsDeps, 'origin' | 'cookieName'>
  /** What is below /dev/; null where other people can reach the server. */
  aids: { mailbox: MailboxView | null; paymentPages: Router | null } | null
  /** The built web app; none when only the API is served. */
  web: Middleware | null
  /** Where people and search engines reach it. */
  origin: string
  log: FailureLog
  securityLog: SecurityLog
  metrics: Metrics
  tracing: Tracing
  /** Returns the id of the current request. */
  requestId(): string | undefined
  texts: Texts
  /** Whether a proxy in front is believed about the caller's address. */
  trustProxy: TrustedProxies
  secure: boolean
  /** In tests: a route that answers an error which the OpenAPI document does not declare fails. */
  assertDeclaredErrors: boolean
}

/** The calls that are frequent enough to bypass Koa. */
const DIRECT = [ROUTES.sendMessage]

/** Builds the REST API and the pages. */
export function createRest(deps: RestDeps): RequestListener {
  const direct = createDirectRoutes({
    routes: DIRECT,
    headers: apiHeaders(deps.secure),
    rateLimitTracker: deps.rateLimitTracker,
    log: deps.log,
    metrics: deps.metrics,
    tracing: deps.tracing,
    onFailure: countFailures(deps.metrics),
    requestId: deps.requestId,
    texts: deps.texts,
  })
  const pages = createKoa(deps, direct).callback()
  return (request, response) => {
    if (!direct.handle(request, response)) void pages(request, response)
  }
}

const countFailures = (metrics: Metrics) => (code: ErrorCode) =>
  metrics.counter('errors', { transport: 'rest', code })()

function createKoa(deps: RestDeps, direct: DirectRoutes): Koa {
  // Koa's own reading of forwarding headers stays off: `clientAddress` is the only one.
  const app = new Koa()
  const router = createRouter()
  const add = createGuard({
    ...{ router, direct },
    authentication: deps.authentication,
    botDefence: deps.domains.botDefence,
    log: deps.log,
    securityLog: deps.securityLog,
    trustProxy: deps.trustProxy,
    texts: deps.texts,
    declaredErrors: deps.assertDeclaredErrors ? declaredErrors() : null,
  })
  addAccountRoutes(add, deps.domains, deps.authentication, deps.devices)
  addPasswordRoutes(add, deps.domains)
  addMatchingRoutes(add, deps.domains)
  addChatRoutes(add, deps.domains)
  addBillingRoutes(add, deps.domains)
  addPrivacyRoutes(add, deps.domains)
  addAdminRoutes(add, deps.domains)
  addMissedMailsRoutes(add, deps.domains)
  const [cookieName = ''] = deps.authentication.clearedCookie.split('=', 1)
  addOperationsRoutes(router, { ...deps.operations, origin: deps.origin, cookieName })
  addSearchEngineRoutes(router, deps.origin)

  app.on('error', (error: NodeJS.ErrnoException) => {
    // A client that leaves in the middle of an answer is no failure of ours.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && error.code !== 'ECONNRESET')
      deps.log.error({ error }, 'connection failed')
  })
  app.use(measureRequests(deps.metrics, deps.tracing))
  app.use(presentRateLimits(deps.rateLimitTracker))
  app.use(presentFailures(deps.log, countFailures(deps.metrics), deps.requestId, deps.texts))
  app.use(securityHeaders(deps.secure, deps.domains.billing.options().card?.script ?? null))
  app.use(router.routes())
  if (deps.aids) {
    const { mailbox, paymentPages } = deps.aids
    const routers = [mailbox && createMailboxPages(mailbox), paymentPages].filter((one) => one !== null)
    app.use(serveDevelopmentAids(routers, deps.authentication))
  }
  if (deps.web) app.use(deps.web)
  app.use((ctx) => {
    const known = router.match(ctx.path, ctx.method).path
    const methods = new Set(known.flatMap((layer) => layer.methods))
    if (methods.size > 0) ctx.set('Allow', [...methods].join(', '))
    if (known.length > 0)
      throw new ApiError('METHOD_NOT_ALLOWED', text('This address does not support this method.'))
    throw new ApiError('NOT_FOUND', text('There is nothing at this address.'))
  })
  return app
}
