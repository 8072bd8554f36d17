import type { Middleware } from 'koa'
import { METHODS, STATUSES } from '#server/platform/metrics/instruments.ts'
import type { Metrics, Observe } from '#server/platform/metrics/metrics.ts'
import { NO_TRACING, type Tracing } from '#server/platform/tracing/tracing.ts'

/** A page or a file of the web app. */
const PAGE = 'page'
/** A path that the server does not know. The path itself is never a label. */
const UNKNOWN = 'unknown'

/** Records one answered request. */
export type ObserveRequest = (method: string, status: number, seconds: number) => void

/** Returns a function that records the requests of one route. It remembers the histogram of each method and status. */
export function createRouteMetrics(metrics: Metrics, route: string): ObserveRequest {
  const known = new Map<string, Observe>()
  return (method, status, seconds) => {
    const key = `${method}${Math.floor(status / 100)}`
    const observe = known.get(key)
    if (observe) return observe(seconds)
    const labels = { route, method: methodOf(method), status: statusClassOf(status) }
    const created = metrics.histogram('httpRequests', labels)
    if (labels.method !== 'other') known.set(key, created)
    created(seconds)
  }
}

const methodOf = (method: string) => METHODS.find((known) => known === method) ?? 'other'
const statusClassOf = (status: number) => STATUSES[Math.floor(status / 100) - 2] ?? '5xx'

/** Times every request of the router and the pages by the template of its route, and names its trace after it. */
export function measureRequests(metrics: Metrics, tracing: Tracing = NO_TRACING): Middleware {
  const routes = new Map<string, ObserveRequest>()

  function observerOf(route: string): ObserveRequest {
    const known = routes.get(route) ?? createRouteMetrics(metrics, route)
    routes.set(route, known)
    return known
  }

  return async (ctx, next) => {
    const start = performance.now()
    try {
      await next()
    } finally {
      const route = templateOf(ctx) ?? (ctx.status < 400 ? PAGE : UNKNOWN)
      tracing.route(ctx.method, route)
      observerOf(route)(ctx.method, ctx.status, (performance.now() - start) / 1_000)
    }
  }
}

/** Returns the path template of the route that answered, such as `/api/v1/conversation/{id}`. */
function templateOf(ctx: object): string | null {
  const matched: unknown = Reflect.get(ctx, '_matchedRoute')
  return typeof matched === 'string' ? matched.replaceAll(/:(\w+)/g, '{$1}') : null
}
