import type { RequestListener } from 'node:http'
import { isFromTrustedProxy, type TrustedProxies } from '#server/platform/http/client-address.ts'
import type { Tracing } from './tracing.ts'

/** Streams stay open for hours, and the checks of an operator are of no interest. */
const UNTRACED = /^\/(subscribe\/|metrics|healthz|readyz)/

/**
 * Records each request as a span. Its path is not recorded: the route names the span later. A `traceparent` is
 * followed only when a trusted proxy sent it, because its sender decides what is recorded.
 */
export const traceRequests =
  (tracing: Tracing, trusted: TrustedProxies, listener: RequestListener): RequestListener =>
  (request, response) => {
    if (UNTRACED.test(request.url ?? '')) return listener(request, response)
    const given = request.headers.traceparent
    const parent = typeof given === 'string' && isFromTrustedProxy(request, trusted) ? given : null
    const span = tracing.startTrace('request', parent, { kind: 'server' })
    response.once('close', () => {
      span.set('http.response.status_code', response.statusCode)
      span.end(response.statusCode >= 500 ? { status: response.statusCode } : undefined)
    })
    span.run(() => listener(request, response))
  }
