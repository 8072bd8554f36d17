import type Router from '@koa/router'
import { ApiError } from '../errors.ts'
import { openApiDocument } from './openapi/document.ts'

export interface OperationsDeps {
  /** Whether requests can be served: not while draining, and only with the database and Redis. */
  ready(): Promise<boolean>
  metrics(): Promise<{ text: string; contentType: string }>
  /** Opens /metrics from elsewhere than loopback. */
  metricsToken: string | null
  /** Where the server is reached, for the OpenAPI document. */
  origin: string
  /** The name of the session cookie. */
  cookieName: string
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

export function addOperationsRoutes(router: Router, deps: OperationsDeps) {
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' }
  })

  router.get('/readyz', async (ctx) => {
    if (!(await deps.ready())) throw new ApiError('UNAVAILABLE', 'Not ready to serve.')
    ctx.body = { status: 'ready' }
  })

  router.get('/metrics', async (ctx) => {
    const near = LOOPBACK.has(ctx.req.socket.remoteAddress ?? '') && ctx.get('x-forwarded-for') === ''
    const told = deps.metricsToken !== null && ctx.get('authorization') === `Bearer ${deps.metricsToken}`
    if (!near && !told) throw new ApiError('NOT_FOUND', 'There is nothing at this address.')
    const { text, contentType } = await deps.metrics()
    ctx.set('Content-Type', contentType)
    ctx.body = text
  })

  const document = JSON.stringify(openApiDocument(deps))
  router.get('/api/openapi.json', (ctx) => {
    ctx.type = 'json'
    ctx.body = document
  })
}
