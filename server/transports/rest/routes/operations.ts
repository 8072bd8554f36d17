import { createHash, timingSafeEqual } from 'node:crypto'
import type Router from '@koa/router'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { failedAnswer } from '#server/platform/http/failures.ts'
import { isLocalRequest } from '#server/platform/http/loopback.ts'
import { englishOf } from '#server/platform/texts/english-of.ts'
import { openApiDocument } from '#server/transports/rest/openapi/document.ts'

/** The readiness and the metrics of this node. */
export interface Operations {
  /** Whether requests can be served: not while draining, and only with the database and Redis. */
  ready(): Promise<boolean>
  metrics(): Promise<{ text: string; contentType: string }>
  /** Opens /metrics to requests that do not come from this machine itself. */
  metricsToken: string | null
}

export function addOperationsRoutes(router: Router, { ready, metrics, metricsToken }: Operations) {
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' }
  })

  router.get('/readyz', async (ctx) => {
    if (await ready()) {
      ctx.body = { status: 'ready' }
      return
    }
    // Not thrown: a node that says so has not failed, and a proxy asks each second.
    const { status, headers, body } = failedAnswer(
      new ApiError('UNAVAILABLE', text('Not ready to serve.')),
      englishOf,
    )
    ctx.status = status
    ctx.set(headers)
    ctx.body = body
  })

  router.get('/metrics', async (ctx) => {
    const allowed = carriesToken(ctx.get('authorization'), metricsToken) || isLocalRequest(ctx.req)
    if (!allowed) throw new ApiError('NOT_FOUND', text('There is nothing at this address.'))
    const answer = await metrics()
    ctx.set('Content-Type', answer.contentType)
    ctx.body = answer.text
  })
}

/** `origin` is where the server is reached. */
export function addOpenApiRoute(router: Router, settings: { origin: string; cookieName: string }) {
  const document = JSON.stringify(openApiDocument(settings))
  router.get('/api/openapi.json', (ctx) => {
    ctx.type = 'json'
    ctx.body = document
  })
}

/** Compares in constant time, whatever the lengths. */
function carriesToken(authorization: string, token: string | null): boolean {
  if (token === null) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(authorization), digest(`Bearer ${token}`))
}
