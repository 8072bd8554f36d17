import type Router from '@koa/router'
import Koa, { type Context, type Middleware } from 'koa'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { FailureLog } from '#server/platform/logging/failure-log.ts'
import type { Respond } from './respond.ts'

/** A page or a file of the web app. */
const PAGE = 'page'
/** A path that the server does not know. The path itself is never a label. */
const UNKNOWN = 'unknown'

/**
 * Creates the Koa app that answers with the router's routes, else with the first of `pages` that knows the path.
 * Everything else gets 404, or 405 where the router knows the path with another method.
 */
export function createKoa(
  log: Pick<FailureLog, 'error'>,
  respond: Respond,
  router: Router,
  pages: readonly Middleware[],
): Koa {
  // Koa's own reading of forwarding headers stays off: `clientAddress` is the only one.
  const app = new Koa()
  app.on('error', (error: NodeJS.ErrnoException) => {
    // A client that leaves in the middle of an answer is no failure of ours.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && error.code !== 'ECONNRESET')
      log.error({ error }, 'connection failed')
  })
  app.use((ctx, next) => respond(ctx, next, routeOf))
  app.use(router.routes())
  for (const page of pages) app.use(page)
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

/** Returns the template of the route that answered, such as `/api/v1/conversation/{id}`. */
function routeOf(ctx: Context): string {
  const matched: unknown = Reflect.get(ctx, '_matchedRoute')
  if (typeof matched === 'string') return matched.replaceAll(/:(\w+)/g, '{$1}')
  return ctx.status < 400 ? PAGE : UNKNOWN
}
