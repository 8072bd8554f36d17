import { createHash, timingSafeEqual } from 'node:crypto'
import type Router from '@koa/router'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { failedAnswer } from '#server/platform/http/failures.ts'
import { isLocalRequest } from '#server/platform/http/loopback.ts'
import { englishOf } from '#server/platform/texts/english-of.ts'
import { openApiDocument } from '#server/transports/rest/openapi/document.ts'
import { type ServiceHealth, statusPage } from '#server/transports/static/status-page.ts'

/** How long a browser and a proxy may keep the status page, in seconds. */
const STATUS_KEPT = 5

export interface OperationsDeps {
  /** Whether requests can be served: not while draining, and only with the database and Redis. */
  ready(): Promise<boolean>
  /** What the status page says. */
  health(): Promise<ServiceHealth>
  metrics(): Promise<{ text: string; contentType: string }>
  /** Opens /metrics to requests that do not come from this machine itself. */
  metricsToken: string | null
  /** Where the server is reached, for the OpenAPI document. */
  origin: string
  /** The name of the session cookie. */
  cookieName: string
}

export function addOperationsRoutes(router: Router, deps: OperationsDeps) {
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' }
  })

  router.get('/readyz', async (ctx) => {
    if (await deps.ready()) {
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

  router.get('/status', async (ctx) => {
    ctx.type = 'html'
    ctx.set('Cache-Control', `public, max-age=${STATUS_KEPT}`)
    ctx.body = statusPage(await deps.health())
  })

  router.get('/metrics', async (ctx) => {
    const allowed = carriesToken(ctx.get('authorization'), deps.metricsToken) || isLocalRequest(ctx.req)
    if (!allowed) throw new ApiError('NOT_FOUND', text('There is nothing at this address.'))
    const metrics = await deps.metrics()
    ctx.set('Content-Type', metrics.contentType)
    ctx.body = metrics.text
  })

  const document = JSON.stringify(openApiDocument(deps))
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
