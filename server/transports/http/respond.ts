import type { IncomingMessage } from 'node:http'
import type { ConstantHeaders } from '#server/platform/http/api-headers.ts'
import { failedAnswer, requestIdHeader } from '#server/platform/http/failures.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { rateLimitHeaders } from '#server/platform/rate-limits/rate-limit-usage.ts'
import { createRequestMetrics } from './request-metrics.ts'

/** A request and its answer. Koa's context is one. */
export interface Exchange {
  readonly req: IncomingMessage
  readonly method: string
  readonly path: string
  status: number
  body: unknown
  set(headers: Record<string, string>): void
}

/**
 * Runs the work that answers an exchange. `routeOf` returns the template of the route that answered, once it is known.
 * Never rejects.
 */
export type Respond = <One extends Exchange>(
  exchange: One,
  work: () => Promise<unknown>,
  routeOf: (exchange: One) => string,
) => Promise<void>

/**
 * Creates what every answer of REST and every page passes, through Koa or not: the headers of its path, the answer to a
 * failure, what is left of the rate limit nearest to exhaustion, the metrics and the trace.
 */
export function createRespond(
  platform: Pick<Platform, 'failures' | 'metrics' | 'rateLimitTracker' | 'requestIds' | 'texts' | 'tracing'>,
  headersOf: (path: string) => ConstantHeaders,
): Respond {
  const { failures, metrics, rateLimitTracker, requestIds, texts, tracing } = platform
  const observe = createRequestMetrics(metrics)

  function fail(exchange: Exchange, error: unknown) {
    const { method, path, req } = exchange
    const { status, code, body, headers } = failedAnswer(
      error,
      texts.accepted(req.headers['accept-language']),
    )
    metrics.counter('errors', { transport: 'rest', code })()
    if (status >= 500) failures.error({ error, method, path }, 'request failed')
    exchange.status = status
    exchange.body = body
    exchange.set({ ...headers, ...requestIdHeader(status, requestIds.current) })
  }

  return (exchange, work, routeOf) =>
    rateLimitTracker.run(async (closest) => {
      const start = performance.now()
      try {
        exchange.set(headersOf(exchange.path))
        await work()
      } catch (error) {
        fail(exchange, error)
      }
      const usage = closest()
      if (usage) exchange.set(rateLimitHeaders(usage))
      const route = routeOf(exchange)
      tracing.route(exchange.method, route)
      observe(route, exchange.method, exchange.status, (performance.now() - start) / 1_000)
    })
}
