import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorCode } from '#schema/errors.ts'
import type { Route } from '#schema/routes.ts'
import type { ConstantHeaders } from '#server/platform/http/api-headers.ts'
import { failedAnswer, requestIdHeader } from '#server/platform/http/failures.ts'
import type { FailureLog } from '#server/platform/logging/failure-log.ts'
import { type Metrics, NO_METRICS } from '#server/platform/metrics/metrics.ts'
import { type RateLimitTracker, rateLimitHeaders } from '#server/platform/rate-limits/rate-limit-usage.ts'
import { ENGLISH_TEXTS, type Texts } from '#server/platform/texts/texts.ts'
import { NO_TRACING, type Tracing } from '#server/platform/tracing/tracing.ts'
import { createRouteMetrics, type ObserveRequest } from '#server/transports/http/request-metrics.ts'
import type { GuardedRoute } from './guarded-route.ts'

export interface DirectRoutes {
  /** Adds a route if it is one that is answered directly. */
  add(route: Route, answered: GuardedRoute): void
  /** Answers the request if it is for exactly one of the routes. Returns false for every other request. */
  handle(request: IncomingMessage, response: ServerResponse): boolean
}

/**
 * Answers the most frequent calls without Koa, through the same guard and with the same headers. Such a request has no
 * query and no path parameters; one with a query string goes through the router.
 */
export function createDirectRoutes({
  routes,
  headers,
  rateLimitTracker,
  log,
  metrics = NO_METRICS,
  tracing = NO_TRACING,
  onFailure = () => undefined,
  requestId = () => undefined,
  texts = ENGLISH_TEXTS,
}: {
  routes: readonly Route[]
  /** The headers of every answer. */
  headers: ConstantHeaders
  rateLimitTracker: RateLimitTracker
  log: FailureLog
  metrics?: Metrics
  tracing?: Tracing
  /** Receives the code of each failed answer. */
  onFailure?(code: ErrorCode): void
  /** Returns the id of the current request. */
  requestId?(): string | undefined
  texts?: Texts
}): DirectRoutes {
  const answers = new Map<string, { answered: GuardedRoute; observe: ObserveRequest }>()
  const constant = Object.entries({
    ...headers,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
  }).flat()

  const answer = (
    request: IncomingMessage,
    response: ServerResponse,
    { answered, observe }: { answered: GuardedRoute; observe: ObserveRequest },
  ) =>
    rateLimitTracker.run(async (closest) => {
      const start = performance.now()
      const cookies: string[] = []
      const { status, body, headers: own } = await settle(request, answered, cookies)
      const usage = closest()
      const lines = [...constant, ...Object.entries(own).flat()]
      if (usage) lines.push(...Object.entries(rateLimitHeaders(usage)).flat())
      for (const cookie of cookies) lines.push('Set-Cookie', cookie)
      const text = JSON.stringify(body)
      lines.push('Content-Length', String(Buffer.byteLength(text)))
      response.writeHead(status, lines).end(text)
      observe(request.method ?? '', status, (performance.now() - start) / 1_000)
    })

  /** Resolves to the answer of the route, or to that of its failure. */
  async function settle(request: IncomingMessage, answered: GuardedRoute, cookies: string[]) {
    const path = request.url ?? ''
    try {
      const { status, body } = await answered({
        ...{ request, path, querystring: '', params: {}, query: {} },
        appendCookie: (cookie) => cookies.push(cookie),
      })
      return { status, body, headers: {} }
    } catch (error) {
      const failed = failedAnswer(error, texts.accepted(request.headers['accept-language']))
      onFailure(failed.code)
      if (failed.status >= 500) log.error({ error, method: request.method, path }, 'request failed')
      return { ...failed, headers: { ...failed.headers, ...requestIdHeader(failed.status, requestId) } }
    }
  }

  return {
    add(route, answered) {
      if (!routes.includes(route)) return
      const measured = createRouteMetrics(metrics, route.path)
      const observe: ObserveRequest = (method, status, seconds) => {
        tracing.route(method, route.path)
        measured(method, status, seconds)
      }
      answers.set(`${route.method} ${route.path}`, { answered, observe })
    },
    handle(request, response) {
      const found = answers.get(`${request.method} ${request.url}`)
      if (!found) return false
      answer(request, response, found).catch((error: unknown) => {
        log.error({ error }, 'connection failed')
        response.destroy()
      })
      return true
    },
  }
}
